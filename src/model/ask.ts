import type { Step } from './action.js';
import { editField, type Field, fieldOf, fieldText, insertLines, insertText } from './field.js';
import type { Mode, Model, Notice } from './model.js';
import { LEFT_OUT, noticed } from './notice.js';
import { workerRows } from './rows.js';
import { selectedSession } from './select.js';
import { type Session, sessionStatus } from './session.js';
import { graphemes } from './text.js';

type Confirm = Extract<Mode, { name: 'confirm' }>;
type Send = Extract<Mode, { name: 'send' }>;

/** What is only done when a person says yes. */
export type Deed = Confirm['deed'];

const said = (model: Model, text: string, kind: Notice['kind'] = 'warn'): Step<Model> => [
  noticed(model, text, kind),
  [],
];

const panelOf = (model: Model): 'list' | 'detail' =>
  model.mode.name === 'detail' ? 'detail' : 'list';

/** Whether its tmux session is known to live: what has not been asked yet may. */
const maybeLives = (model: Model, session: Session): boolean =>
  model.tmux.status !== 'off' && session.told === null;

/** `Enter`: into the selected session's tmux; a stopped one may be continued. */
export function jump(model: Model): Step<Model> {
  const session = selectedSession(model);
  if (session === undefined) return [model, []];
  const { id, title, window } = session;
  return [
    model,
    [session.told === null ? { type: 'jump', id, window } : { type: 'offer-continue', id, title }],
  ];
}

/** Asks before a deed on this session; the id is kept, whatever moves meanwhile. */
export function ask(model: Model, deed: Deed, session: Session): Step<Model> {
  const { id, title } = session;
  return [{ ...model, mode: { name: 'confirm', back: panelOf(model), deed, id, title } }, []];
}

/** `x`: the end of the selected session in tmux. */
export function askKill(model: Model): Step<Model> {
  const session = selectedSession(model);
  if (session === undefined) return [model, []];
  if (model.tmux.status === 'off') return said(model, LEFT_OUT);
  if (!maybeLives(model, session)) {
    return said(model, `${session.title} is stopped: it has no tmux session`);
  }
  return ask(model, 'kill', session);
}

/** `D`: the end of its files. Only what is stopped may go. */
export function askDelete(model: Model): Step<Model> {
  const session = selectedSession(model);
  if (session === undefined) return [model, []];
  if (sessionStatus(session) === 'stopped') return ask(model, 'delete', session);
  return said(model, `${session.title} is not stopped: only stopped sessions can be deleted`);
}

const QUESTIONS: Record<Deed, readonly [string, string]> = {
  kill: ['Kill the tmux session of', 'Kill'],
  delete: ['Delete the files of', 'Delete'],
  continue: ['Run questmaster continue for', 'Continue'],
};

/** The question in its forms, the longest first. Each names the id. */
export function questionsOf({ deed, id, title }: Confirm): readonly string[] {
  const [long, short] = QUESTIONS[deed];
  const what = title === id ? id : `${title} (${id})`;
  return [`${long} ${what}?`, `${short} ${what}?`, `${short} ${id}?`];
}

/** `y` does it; any other key does not. */
export function confirmKey(model: Model, mode: Confirm, key: string): Step<Model> {
  const back: Model = { ...model, mode: { name: mode.back } };
  if (key !== 'y' && key !== 'Y') return said(back, 'nothing was done', 'info');
  return [back, [{ type: 'do', deed: mode.deed, id: mode.id }]];
}

/** `i`: a text for the selected session's agent. */
export function writeTo(model: Model): Step<Model> {
  const session = selectedSession(model);
  if (session === undefined) return [model, []];
  if (model.tmux.status === 'off') return said(model, LEFT_OUT);
  if (!maybeLives(model, session)) {
    return said(model, `${session.title} is stopped: nobody would read it`);
  }
  return field(model, session.title, [session.id]);
}

/** `b`: a text for all workers of the selected master. */
export function writeToWorkers(model: Model): Step<Model> {
  const session = selectedSession(model);
  if (session === undefined) return [model, []];
  if (model.tmux.status === 'off') return said(model, LEFT_OUT);
  const ids = workerRows(model.order, session.id).map((row) => row.id);
  if (ids.length === 0) return said(model, `${session.title} has no workers`);
  const workers = ids.length === 1 ? '1 worker' : `${ids.length} workers`;
  return field(model, `${workers} of ${session.title}`, ids);
}

const field = (model: Model, to: string, ids: readonly string[]): Step<Model> => [
  { ...model, mode: { name: 'send', back: panelOf(model), to, ids, field: fieldOf('') } },
  [],
];

const withField = (model: Model, mode: Send, next: Field): Step<Model> => [
  { ...model, mode: { ...mode, field: next } },
  [],
];

/** A key while a text is being written. */
export function sendKey(model: Model, mode: Send, key: string): Step<Model> {
  const back: Model = { ...model, mode: { name: mode.back } };
  switch (key) {
    case 'esc':
      return [back, []];
    case 'enter': {
      const text = fieldText(mode.field);
      if (text.trim() === '') return [back, []];
      const windows = mode.ids.map((id) => ({
        id,
        window: model.sessions.get(id)?.window ?? null,
      }));
      return [back, [{ type: 'send', to: windows, text }]];
    }
  }
  const edited = editField(mode.field, key);
  if (edited !== null) return withField(model, mode, edited);
  return graphemes(key).length === 1
    ? withField(model, mode, insertText(mode.field, key))
    : [model, []];
}

/** A paste while a text is being written: its lines stay lines. */
export const sendPaste = (model: Model, mode: Send, text: string): Step<Model> =>
  withField(model, mode, insertLines(mode.field, text));

/** What became of a text: who got it, and why others did not. */
export function sent(
  model: Model,
  results: readonly { readonly id: string; readonly problem: string | null }[],
): Step<Model> {
  const failed = results.filter((it) => it.problem !== null);
  const done = results.length - failed.length;
  const name = (id: string): string => model.sessions.get(id)?.title ?? id;
  const reasons = failed.map((it) => `${name(it.id)}: ${it.problem}`).join('; ');
  if (results.length === 1) return said(model, reasons || 'sent', failed.length ? 'warn' : 'info');
  const text = `delivered ${done}/${results.length}${reasons === '' ? '' : `: ${reasons}`}`;
  return said(model, text, failed.length > 0 ? 'warn' : 'info');
}
