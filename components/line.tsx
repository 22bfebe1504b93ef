import { Text } from 'ink';
import { memo, type ReactElement } from 'react';
import type { Span } from '../src/model/line.js';
import { styleOf } from './theme.js';

interface Props {
  readonly spans: readonly Span[];
  readonly color: boolean;
}

/**
 * One line of the screen. Its spans are cut to the line's width already, and they are the same object
 * as long as they show the same: then nothing is drawn again.
 */
export const Line = memo(function Line({ spans, color }: Props): ReactElement {
  if (spans.length === 0) return <Text> </Text>;
  return (
    <Text wrap="truncate">
      {spans.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a span has no identity but its place.
        <Text key={index} {...styleOf(part.role, color)}>
          {part.text}
        </Text>
      ))}
    </Text>
  );
});
