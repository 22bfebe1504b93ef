import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../src/state/lines.js';

describe('bytes to lines', () => {
  const text = '{"a":"日本👩‍💻"}\r\n\nplain\n';

  it('one byte at a time gives the same lines, and no replacement character', () => {
    const splitter = new LineSplitter();
    const lines = [...Buffer.from(text)].flatMap((byte) => splitter.push(Buffer.from([byte])));
    expect(lines).toEqual(['{"a":"日本👩‍💻"}', '', 'plain']);
  });

  it('a reused buffer does not change what is held', () => {
    const splitter = new LineSplitter();
    const buffer = Buffer.from('half');
    splitter.push(buffer);
    buffer.fill(0x78);
    expect(splitter.push(Buffer.from(' whole\n'))).toEqual(['half whole']);
  });

  it('a line that is too long is skipped and counted, the next one is whole', () => {
    const splitter = new LineSplitter(10);
    const lines = ['12345', '67890', '1234\nnext\n'].flatMap((it) =>
      splitter.push(Buffer.from(it)),
    );
    expect(lines).toEqual(['next']);
    expect(splitter.skipped).toBe(1);
  });
});
