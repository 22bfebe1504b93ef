import { Box } from 'ink';
import type { ReactElement } from 'react';
import { sign } from '../src/model/glyph.js';
import { layoutOf } from '../src/model/layout.js';
import { type Span, span } from '../src/model/line.js';
import type { Model } from '../src/model/model.js';
import { detailLines, ruleLine } from '../src/model/view-detail.js';
import {
  bottomRule,
  footerLine,
  headerLine,
  isPage,
  pageView,
  topRule,
} from '../src/model/view-frame.js';
import { listLines } from '../src/model/view-list.js';
import { Line } from './line.js';

interface PanelProps {
  readonly lines: readonly (readonly Span[])[];
  readonly width: number;
  readonly height: number;
  readonly color: boolean;
}

/** A rectangle of lines; missing lines are blank. */
function Panel({ lines, width, height, color }: PanelProps): ReactElement {
  const blank = Math.max(0, height - lines.length);
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0} overflow="hidden">
      {lines.slice(0, height).map((spans, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place.
        <Line key={index} spans={spans} color={color} />
      ))}
      {blank > 0 && <Box height={blank} />}
    </Box>
  );
}

function Body({ model }: { readonly model: Model }): ReactElement {
  const layout = layoutOf(model);
  const { color } = model;
  const { width, bodyHeight, list, detail } = layout;
  if (isPage(model)) {
    const lines = pageView(model, width, bodyHeight);
    return <Panel lines={lines} width={width} height={bodyHeight} color={color} />;
  }
  const listPanel = list && (
    <Panel lines={listLines(model, list.width, list.height)} {...list} color={color} />
  );
  const detailPanel = detail && (
    <Panel lines={detailLines(model, detail.width, detail.height)} {...detail} color={color} />
  );
  if (layout.kind === 'single') return <>{listPanel ?? detailPanel}</>;
  if (layout.kind === 'stacked') {
    return (
      <Box flexDirection="column" height={bodyHeight}>
        {listPanel}
        <Line spans={ruleLine(model, width, { left: [], right: [] })} color={color} />
        {detailPanel}
      </Box>
    );
  }
  const border = Array.from({ length: bodyHeight }, () => [
    span(sign(model, 'vertical'), 'border'),
  ]);
  return (
    <Box height={bodyHeight}>
      {listPanel}
      <Panel lines={border} width={1} height={bodyHeight} color={color} />
      {detailPanel}
    </Box>
  );
}

/** The whole screen as a function of the model: one line fewer than the terminal has. */
export function Screen({ model }: { readonly model: Model }): ReactElement {
  const layout = layoutOf(model);
  const { width, height, rules } = layout;
  const { color } = model;
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      <Line spans={headerLine(model, width)} color={color} />
      {rules === 1 && <Line spans={topRule(model, layout)} color={color} />}
      {layout.bodyHeight > 0 && <Body model={model} />}
      {rules === 1 && <Line spans={bottomRule(model, layout)} color={color} />}
      {height > 1 && <Line spans={footerLine(model, width)} color={color} />}
    </Box>
  );
}
