import type { Action, Effect, Intent, Step } from './action.js';
import {
  ask,
  askDelete,
  askKill,
  confirmKey,
  jump,
  sendKey,
  sendPaste,
  sent,
  writeTo,
  writeToWorkers,
} from './ask.js';
import { editField, fieldText, insertText } from './field.js';
import { acknowledged, foldDue, foldEnded, startFolding } from './fold.js';
import { intentOf } from './keymap.js';
import { layoutOf } from './layout.js';
import { liveSeen, liveUnknown } from './live.js';
import { appended, badLines, olderLines, openedLog } from './log.js';
import { type Model, noDetail } from './model.js';
import { noticed } from './notice.js';
import { keepPreview, previewSeen, togglePreview } from './preview.js';
import { filterRows } from './rows.js';
import { clean, graphemes } from './text.js';
import { detailIntent } from './update-detail.js';
import { keepSelection, listIntent } from './update-list.js';
import { manifestRead, pageIntent } from './update-page.js';
import { sessionsGone, sessionsRead } from './update-sessions.js';

type Next = Step<Model>;

/**
 * The program's one state transition: a model and what happened, to the next model and the work to
 * do. Pure; the clock is `model.now`, which the caller sets before.
 */
export function update(model: Model, action: Action): Next {
  const [next, effects] = react(model, action);
  return settle(model, next, effects);
}

function react(model: Model, action: Action): Next {
  switch (action.type) {
    case 'key':
      return keyPressed(model.touched ? model : { ...model, touched: true }, action.key);
    case 'paste':
      if (model.mode.name === 'send') return sendPaste(model, model.mode, action.text);
      return [edited(model, (field) => insertText(field, clean(action.text))), []];
    case 'intent':
      return intended(model, action.intent);
    case 'tick':
      return [
        model.notice && model.now >= model.notice.until ? { ...model, notice: null } : model,
        [],
      ];
    case 'resized':
      return [{ ...model, columns: action.columns, rows: action.rows }, []];
    case 'focus':
      return [action.focused === model.focused ? model : focused(model, action.focused), []];
    case 'resumed':
      return [focused(model, true), []];
    case 'root':
      return [{ ...model, root: action.root }, []];
    case 'sessions-read':
      return [sessionsRead(model, action.sessions), []];
    case 'tmux-live':
      return [liveSeen(model, new Set(action.names)), []];
    case 'tmux-trouble':
      return [liveUnknown(model, clean(action.problem)), []];
    case 'preview':
      return [previewSeen(model, action), []];
    case 'sent':
      return sent(model, action.results);
    case 'may-continue': {
      const session = model.sessions.get(action.id);
      return session === undefined ? [model, []] : ask(model, 'continue', session);
    }
    case 'here':
      return [{ ...model, here: action.id }, []];
    case 'sessions-gone':
      return [sessionsGone(model, action.ids), []];
    case 'watch-degraded':
      return [{ ...model, degraded: clean(action.problem) }, []];
    case 'log-opened':
      return [openedLog(model, action.id, action.events, action.hasOlder), []];
    case 'log-older':
      return [olderLines(model, action.id, action.events, action.hasOlder), []];
    case 'log-appended':
      return [appended(model, action.id, action.events), []];
    case 'log-bad':
      return [badLines(model, action.id, action.count), []];
    case 'manifest-text':
      return [manifestRead(model, action.id, action.text), []];
    case 'folded':
      return [foldEnded(model, action.id, action.targets, false), []];
    case 'fold-failed':
      return [warned(foldEnded(model, action.id, action.targets, true), action.problem), []];
    case 'warned':
      return [warned(model, action.text), []];
  }
}

/** The model with or without the focus. What is looked at is looked at from now on. */
const focused = (model: Model, has: boolean): Model => ({
  ...model,
  focused: has,
  detail: has ? { ...model.detail, shownAt: model.now } : model.detail,
});

function keyPressed(model: Model, key: string): Next {
  const { mode } = model;
  if (key === 'ctrl-c') return intended(model, 'interrupt');
  if (mode.name === 'confirm') return confirmKey(model, mode, key);
  if (mode.name === 'send') return sendKey(model, mode, key);
  if (mode.name !== 'filter' && mode.name !== 'search') {
    const intent = intentOf(mode, key);
    return intent === null ? [model, []] : intended(model, intent);
  }
  switch (key) {
    case 'enter':
      return [{ ...model, mode: { name: mode.name === 'filter' ? 'list' : 'detail' } }, []];
    case 'esc':
      return [
        typed(
          { ...model, mode: { name: mode.name === 'filter' ? 'list' : 'detail' } },
          mode.name,
          mode.before,
        ),
        [],
      ];
    case 'up':
    case 'down':
      return mode.name === 'filter' ? listIntent(model, key) : detailIntent(model, key);
  }
  const field = editField(mode.field, key);
  if (field !== null) return [edited(model, () => field), []];
  // Named keys edit nothing; a character, however many units it takes, is typed.
  return graphemes(key).length === 1
    ? [edited(model, (it) => insertText(it, key)), []]
    : [model, []];
}

/** The model with the text field changed, and with what hangs on it. Elsewhere a paste does nothing. */
function edited(
  model: Model,
  change: (field: import('./field.js').Field) => import('./field.js').Field,
): Model {
  const { mode } = model;
  if (mode.name !== 'filter' && mode.name !== 'search') return model;
  const field = change(mode.field);
  return typed({ ...model, mode: { ...mode, field } }, mode.name, fieldText(field));
}

const typed = (model: Model, what: 'filter' | 'search', text: string): Model =>
  what === 'filter'
    ? { ...model, filter: text }
    : { ...model, detail: { ...model.detail, query: text } };

function intended(model: Model, intent: Intent): Next {
  switch (intent) {
    case 'quit':
      return [model, [{ type: 'quit', code: 0 }]];
    case 'interrupt':
      return [model, [{ type: 'quit', code: 130 }]];
    case 'suspend':
      return [model, [{ type: 'suspend' }]];
    case 're-read':
      return [noticed(model, 'reading everything again'), [{ type: 're-read' }]];
    case 'acknowledge':
      return acknowledge(model, model.selected === null ? [] : [model.selected]);
    case 'acknowledge-all':
      return acknowledge(
        model,
        model.sessions.values().map((it) => it.id),
      );
    case 'jump':
      return model.tmux.status === 'off' ? intended(model, 'open-detail') : jump(model);
    case 'preview':
      return togglePreview(model);
    case 'send':
      return writeTo(model);
    case 'broadcast':
      return writeToWorkers(model);
    case 'kill':
      return askKill(model);
    case 'delete':
      return askDelete(model);
    case 'help':
      return [{ ...model, mode: { name: 'help', back: pageBack(model), top: 0 } }, []];
    case 'manifest': {
      const id = model.selected;
      if (id === null) return [model, []];
      const mode = { name: 'manifest', back: pageBack(model), id, lines: null, top: 0 } as const;
      return [{ ...model, mode }, [{ type: 'read-manifest', id }]];
    }
  }
  switch (model.mode.name) {
    case 'list':
    case 'filter':
      return listIntent(model, intent);
    case 'detail':
    case 'search':
      return detailIntent(model, intent);
    case 'help':
    case 'manifest':
      return [pageIntent(model, intent), []];
    default:
      return [model, []];
  }
}

const pageBack = (model: Model): 'list' | 'detail' =>
  model.mode.name === 'detail' ? 'detail' : 'list';

function acknowledge(model: Model, ids: readonly string[]): Next {
  const notes = acknowledged(model, ids);
  if (notes.length === 0) return [noticed(model, 'nothing here is done'), []];
  return startFolding(model, notes);
}

const warned = (model: Model, text: string): Model => noticed(model, clean(text), 'warn');

/**
 * What must hold after every step, whatever it was: the rows are those the filters leave, a row is
 * selected and on screen, the panel shows the selected session and its log is followed, and what has
 * been observed long enough is written.
 */
function settle(before: Model, after: Model, effects: readonly Effect[]): Next {
  let model = after;
  const filtering = model.filter !== '' || model.stateFilter !== null;
  if (
    model.order !== before.order ||
    model.filter !== before.filter ||
    model.stateFilter !== before.stateFilter ||
    (filtering && model.sessions !== before.sessions)
  ) {
    model = { ...model, visible: filterRows(model) };
  }
  model = keepSelection(before, model);
  const work = [...effects];
  const shown = layoutOf(model).detail !== null ? model.selected : null;
  if (shown !== model.detail.id) {
    model = { ...model, detail: { ...noDetail, id: shown, shownAt: model.now } };
    work.push({ type: 'follow-log', id: shown });
  }
  const [previewed, looks] = keepPreview(model);
  model = previewed;
  work.push(...looks);
  const [folded, writes] = foldDue(model);
  return [folded, [...work, ...writes]];
}
