import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { mount } from '../../components/mount.js';
import { styled } from '../../components/theme.js';
import { Painter } from '../../src/app/painter.js';
import { createRuntime } from '../../src/app/runtime.js';
import { initialModel } from '../../src/model/model.js';
import { HandClock } from '../support/clock.js';
import { pane, read, sessionsRead } from '../support/model.js';
import { until } from '../support/until.js';

/** As much of a terminal's input as Ink asks for. */
class Keys extends EventEmitter {
  readonly isTTY = true;
  private text: string | null = null;
  setEncoding(): void {}
  setRawMode(): void {}
  ref(): void {}
  unref(): void {}
  resume(): void {}
  pause(): void {}
  read(): string | null {
    const { text } = this;
    this.text = null;
    return text;
  }
  press(text: string): void {
    this.text = text;
    this.emit('readable');
  }
}

describe('Ink', () => {
  it('takes over from the first paint without drawing anything again', async () => {
    const size = { columns: 120, rows: 30 };
    const clock = new HandClock();
    const runtime = createRuntime(initialModel({ ...size, motion: false }), clock, () => {});
    const states = ['blocked', 'working', 'done', 'idle', 'odd'].map((state, index) =>
      read(`qm-${index}`, {
        manifest: { title: `title ${index} 日本 é` },
        panes: { primary: pane(state, { activity: 'Bash: make', age: 7_200 }) },
      }),
    );
    runtime.dispatch({ type: 'root', root: { status: 'ok' } });
    runtime.dispatch(sessionsRead(...states));
    runtime.show();
    let bytes = '';
    const output = {
      write(data: string) {
        bytes += data;
        return true;
      },
      once: () => undefined,
    };
    const painter = new Painter(output, size, false, clock);
    const { lines, color } = runtime.snapshot();
    painter.write(lines.map((line) => styled(line, color)).join('\n'));
    expect(bytes).toContain('title 0');
    const painted = bytes.length;
    const keys = new Keys();
    const ink = mount(
      runtime,
      keys as unknown as NodeJS.ReadStream,
      painter as unknown as NodeJS.WriteStream,
    );
    // A key shows that Ink is at work, and that it has drawn nothing before.
    await until(() => keys.listenerCount('readable') > 0);
    expect(bytes.slice(painted)).toBe('');
    keys.press('j');
    await until(() => {
      clock.move(20);
      return bytes.length > painted;
    });
    expect(bytes.slice(painted)).toContain('▌');
    ink.unmount();
    await ink.ended;
  });
});
