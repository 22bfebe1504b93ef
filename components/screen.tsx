import { Box } from 'ink';
import type { ReactElement } from 'react';
import type { Frame } from '../src/model/frame.js';
import { Line } from './line.js';

/** A whole screen, line under line. */
export function Screen({ frame }: { readonly frame: Frame }): ReactElement {
  return (
    <Box flexDirection="column">
      {frame.lines.map((spans, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place.
        <Line key={index} spans={spans} color={frame.color} />
      ))}
    </Box>
  );
}
