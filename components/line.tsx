import { Text } from 'ink';
import { memo, type ReactElement } from 'react';
import type { Span } from '../src/model/line.js';
import { styled } from './theme.js';

interface Props {
  readonly spans: readonly Span[];
  readonly color: boolean;
}

/**
 * One line of the screen. Its spans are cut to the line's width already, and they are the same object
 * as long as they show the same: then nothing is drawn again. It is one text for Ink, however many
 * styles it has: a node a span would be measured and put together for each frame.
 */
export const Line = memo(function Line({ spans, color }: Props): ReactElement {
  return <Text wrap="truncate">{styled(spans, color) || ' '}</Text>;
});
