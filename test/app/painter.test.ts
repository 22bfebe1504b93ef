import { Terminal } from '@xterm/headless';
import { beforeEach, describe, expect, it } from 'vitest';
import { Painter } from '../../src/app/painter.js';
import { SPINNER } from '../../src/model/glyph.js';
import { HandClock } from '../support/clock.js';

const SIZE = { columns: 20, rows: 5 };

class Sink {
  bytes = '';
  takes = true;
  private drained: (() => void) | null = null;

  write(data: string): boolean {
    this.bytes += data;
    return this.takes;
  }

  once(_: 'drain', listener: () => void): void {
    this.drained = listener;
  }

  drain(): void {
    this.takes = true;
    this.drained?.();
  }

  take(): string {
    const { bytes } = this;
    this.bytes = '';
    return bytes;
  }
}

async function rowsOf(terminal: Terminal, bytes: string): Promise<string[]> {
  await new Promise<void>((done) => terminal.write(bytes, done));
  const { active } = terminal.buffer;
  return Array.from(
    { length: SIZE.rows },
    (_, y) => active.getLine(y)?.translateToString(true) ?? '',
  );
}

describe('painter', () => {
  let sink: Sink;
  let painter: Painter;
  let terminal: Terminal;
  let clock: HandClock;

  beforeEach(() => {
    sink = new Sink();
    clock = new HandClock();
    painter = new Painter(sink, SIZE, false, clock);
    terminal = new Terminal({ cols: SIZE.columns, rows: SIZE.rows, allowProposedApi: true });
  });

  it('puts whole frames on a terminal that shows anything', async () => {
    await rowsOf(terminal, 'old\r\nold\r\nold\r\nold\r\nold');
    painter.write('one\ntwo');
    expect(await rowsOf(terminal, sink.take())).toEqual(['one', 'two', '', '', '']);
  });

  it('writes nothing for an equal frame, and little for a small difference', () => {
    painter.write('title        12s\nsame');
    sink.take();
    painter.write('title        12s\nsame');
    expect(sink.take()).toBe('');
    painter.write('title        13s\nsame');
    expect(sink.take()).toBe('\u001b[1;15H3');
  });

  it('any sequence of frames ends in the same screen as the last one drawn fresh', async () => {
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    const pieces = [
      'a',
      ' ',
      '日',
      '\u001b[1mB\u001b[22m',
      '\u001b[31mr\u001b[39m',
      '👩‍💻',
      'e\u0301',
      '    ',
      'long words',
    ];
    for (let round = 0; round < 300; round++) {
      const frame = Array.from({ length: 1 + random(5) }, () =>
        Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join(''),
      ).join('\n');
      painter.write(frame);
      const shown = await rowsOf(terminal, sink.take());
      const fresh = new Sink();
      new Painter(fresh, SIZE, false, clock).write(frame);
      const blank = new Terminal({ cols: SIZE.columns, rows: SIZE.rows, allowProposedApi: true });
      expect(shown, JSON.stringify(frame)).toEqual(await rowsOf(blank, fresh.take()));
    }
  });

  it('lets no sequence through but its own', () => {
    painter.write('a\u001b]52;c;QUJD\u0007b\u001b[2Jc\u009b41m\rd\u001b[38;5;200me');
    const rest = sink.take().replace(/\u001b\[(\d+;\d+H|2K|J|\d+G|[\d;]*m)/g, '');
    expect(rest).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it('what stands behind a character of unsure width starts at its own column', () => {
    painter.write('⚙️ x|\n👩‍💻 |');
    expect(sink.take()).toMatch(/⚙️\u001b\[3G x\|/);
  });

  it('draws every frame of a slow terminal late, but the last one surely', async () => {
    painter.write('one');
    let bytes = sink.take();
    sink.takes = false;
    painter.write('two');
    painter.write('three');
    painter.write('four');
    bytes += sink.take();
    sink.drain();
    bytes += sink.take();
    expect((await rowsOf(terminal, bytes))[0]).toBe('four');
  });

  it('never draws below the terminal, and says ? for what ASCII has not', async () => {
    const plain = new Painter(sink, SIZE, true, clock);
    plain.write('日本é\n2\n3\n4\n5\n6\n7');
    expect(await rowsOf(terminal, sink.take())).toEqual(['?????', '2', '3', '4', '5']);
  });

  it('spinners turn by themselves, together, on one timer and in few bytes', async () => {
    painter.write(`a ${SPINNER} working\nb\nc \u001b[32m${SPINNER}\u001b[39m working`);
    expect(await rowsOf(terminal, sink.take())).toEqual([
      'a ⠋ working',
      'b',
      'c ⠋ working',
      '',
      '',
    ]);
    expect(clock.pending).toBe(1);
    clock.move(250);
    const bytes = sink.take();
    expect(bytes).toBe('\u001b[1;3H⠙\u001b[0;32m\u001b[3;3H⠙\u001b[m');
    expect(await rowsOf(terminal, bytes)).toEqual(['a ⠙ working', 'b', 'c ⠙ working', '', '']);
  });

  it('nothing that spins, or a pause: no timer and no byte', () => {
    painter.write(`${SPINNER} working`);
    painter.write('✓ done');
    clock.move(250);
    sink.take();
    clock.move(10_000);
    expect(clock.pending).toBe(0);
    expect(sink.take()).toBe('');
    painter.write(`${SPINNER} working`);
    painter.pause();
    sink.take();
    clock.move(10_000);
    expect(sink.take()).toBe('');
    painter.resume();
    expect(clock.pending).toBe(1);
  });
});
