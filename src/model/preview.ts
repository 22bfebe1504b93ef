import type { Effect, Step } from './action.js';
import { layoutOf } from './layout.js';
import type { Model } from './model.js';
import { LEFT_OUT, noticed } from './notice.js';
import { paneScreen } from './pane-screen.js';
import { selectedSession } from './select.js';

/** `p`: the agent's pane in place of the log, or the log again. */
export function togglePreview(model: Model): Step<Model> {
  if (model.tmux.status === 'off') {
    return [noticed(model, LEFT_OUT, 'warn'), []];
  }
  const previewing = !model.previewing;
  // Where the panel has no place beside the list, it takes it.
  const hidden = layoutOf(model).detail === null && model.selected !== null;
  const mode = previewing && hidden ? ({ name: 'detail' } as const) : model.mode;
  return [{ ...model, previewing, mode }, []];
}

/** Looks at the pane of the session in the detail panel, and at none when nobody wants or sees it. */
export function keepPreview(model: Model): readonly [Model, readonly Effect[]] {
  const covered = model.mode.name === 'help' || model.mode.name === 'manifest';
  const id = model.previewing && !covered ? model.detail.id : null;
  if (id === (model.preview?.id ?? null)) return [model, []];
  if (id === null) return [{ ...model, preview: null }, [{ type: 'preview', id, window: null }]];
  const window = selectedSession(model)?.window ?? null;
  return [
    { ...model, preview: { id, lines: null, problem: '' } },
    [{ type: 'preview', id, window }],
  ];
}

/** The model after a look at a pane. */
export function previewSeen(
  model: Model,
  seen: { readonly id: string; readonly text: string; readonly problem: string },
): Model {
  if (model.preview?.id !== seen.id) return model;
  const lines = seen.problem === '' ? paneScreen(seen.text) : null;
  return { ...model, preview: { id: seen.id, lines, problem: seen.problem } };
}
