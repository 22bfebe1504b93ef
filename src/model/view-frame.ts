import { questionsOf } from './ask.js';
import type { Field } from './field.js';
import { sign } from './glyph.js';
import { KEYMAP, scopeOf } from './keymap.js';
import { type Layout, NARROW } from './layout.js';
import { fitLine, type Span, span, spansWidth } from './line.js';
import type { Model } from './model.js';
import { shortPath } from './select.js';
import { cut, textWidth } from './text.js';
import { pageLines } from './update-page.js';
import { ruleLine } from './view-detail.js';

/** The top line: what this is, where it looks, and how the sessions stand. */
export function headerLine(model: Model, width: number): Span[] {
  const counts = countSpans(model, width - 2);
  const root = shortPath(model.rootPath, model.home);
  const name = [span(' '), span('questmaster', 'title')];
  const full = [...name, span(`  ${root}`, 'dim')];
  const room = width - spansWidth(counts) - 2;
  const left = room >= 30 ? full : room >= spansWidth(name) ? name : [span(' ')];
  return fitLine(left, [...counts, span(' ')], width, sign(model, 'ellipsis'));
}

/** The counts in the longest form that fits: who needs you is said last of all to go. */
function countSpans(model: Model, width: number): Span[] {
  if (model.root.status === 'loading') return [span('reading', 'dim')];
  const { counts, size: all } = model.sessions;
  const unread = (model.root.status === 'ok' && model.root.unread) || 0;
  const total =
    unread > 0
      ? [span(`${all} of ${all + unread} read`, 'dim')]
      : [span(all === 1 ? '1 session' : `${all} sessions`)];
  const part = (count: number, words: string, role: Span['role']): Span[][] =>
    count === 0 ? [] : [[span(`${count} ${words}`, role)]];
  const working = part(counts.working, 'working', 'working');
  const needs = part(counts.blocked, counts.blocked === 1 ? 'needs you' : 'need you', 'blocked');
  const done = part(counts.done, 'done', 'done');
  const unknown = part(counts.unknown, 'unknown', 'unknown');
  const forms = [
    [total, ...working, ...needs, ...done, ...unknown],
    [total, ...working, ...needs, ...done],
    [total, ...needs, ...done],
    [[span(String(all))], ...working, ...needs, ...done],
    [...needs, ...done],
    [...needs],
  ];
  const dot = span(` ${sign(model, 'dot')} `, 'dim');
  for (const form of forms) {
    const spans = form.flatMap((it, index) => (index === 0 ? it : [dot, ...it]));
    if (spans.length > 0 && spansWidth(spans) <= width) return spans;
  }
  return needs[0] ?? total;
}

/** The line under the header: filters, order and troubles, where there are any. */
export function topRule(model: Model, layout: Layout): Span[] {
  const left: Span[] = [];
  const say = (text: string, role: Span['role']): void => {
    if (left.length > 0) left.push(span(` ${sign(model, 'dot')} `, 'dim'));
    left.push(span(text, role));
  };
  if (model.filter !== '' && model.mode.name !== 'filter') say(`filter "${model.filter}"`, 'key');
  if (model.stateFilter !== null) say(`only ${model.stateFilter}`, 'key');
  if (model.filter !== '' || model.stateFilter !== null) {
    say(`${model.visible.length} of ${model.sessions.size}`, 'dim');
  }
  if (model.sort !== 'created') say(`by ${model.sort}`, 'key');
  const bad = model.sessions.unreadable;
  if (bad.length > 0) {
    const what = bad.length === 1 ? '1 manifest unreadable' : `${bad.length} manifests unreadable`;
    say(`${what}: ${bad.join(', ')}`, 'warn');
  }
  if (model.tmux.status === 'trouble') say(`tmux ${model.tmux.problem}`, 'warn');
  if (model.degraded !== '') say(`polling: ${model.degraded}`, 'warn');
  if (model.root.status === 'missing' && model.sessions.size > 0) say('root is gone', 'warn');
  return crossed(model, ruleLine(model, layout.width, { left, right: [] }), layout, 'teeDown');
}

export const bottomRule = (model: Model, layout: Layout): Span[] =>
  crossed(model, ruleLine(model, layout.width, { left: [], right: [] }), layout, 'teeUp');

/** A rule with the sign where the border between the panels meets it, if nothing is written there. */
function crossed(model: Model, rule: Span[], layout: Layout, tee: 'teeDown' | 'teeUp'): Span[] {
  const last = rule.at(-1);
  const at = layout.kind === 'beside' && !isPage(model) ? (layout.list?.width ?? 0) : 0;
  const before = spansWidth(rule.slice(0, -1));
  if (at === 0 || last === undefined || before > at) return rule;
  const bar = sign(model, 'horizontal');
  const columns = spansWidth([last]);
  return [
    ...rule.slice(0, -1),
    span(
      bar.repeat(at - before) + sign(model, tee) + bar.repeat(columns - (at - before) - 1),
      'border',
    ),
  ];
}

export const isPage = (model: Model): boolean =>
  model.mode.name === 'help' || model.mode.name === 'manifest';

/** The bottom line: a field being typed in, else what has to be said, else the keys that work now. */
export function footerLine(model: Model, width: number): Span[] {
  const { mode } = model;
  const ellipsis = sign(model, 'ellipsis');
  if (mode.name === 'confirm') return confirmLine(model, questionsOf(mode), width);
  if (mode.name === 'send') return sendLine(model, mode.to, mode.field, width);
  if (mode.name === 'filter' || mode.name === 'search') {
    return fitLine(
      [span(' '), ...fieldSpans(model, mode.field, width - 16, '/')],
      [span('Esc drops ', 'dim')],
      width,
      ellipsis,
    );
  }
  if (model.notice !== null) {
    const role = model.notice.kind === 'warn' ? 'warn' : 'plain';
    return fitLine([span(' '), span(model.notice.text, role)], [], width, ellipsis);
  }
  return keyHints(model, width);
}

/** The question in the longest form that fits beside its answers: the id is said in each. */
function confirmLine(model: Model, questions: readonly string[], width: number): Span[] {
  const wide = width >= NARROW;
  const answers = wide
    ? [span('y', 'key'), span(' yes  ', 'dim'), span('n', 'key'), span(' no ', 'dim')]
    : [span('y/n', 'key')];
  const room = width - spansWidth(answers) - 2;
  const question = questions.find((it) => textWidth(it) <= room) ?? questions.at(-1) ?? '';
  return fitLine([span(' '), span(question, 'warn')], answers, width, sign(model, 'ellipsis'));
}

function sendLine(model: Model, to: string, field: Field, width: number): Span[] {
  const ellipsis = sign(model, 'ellipsis');
  const wide = width >= NARROW;
  const name = cut(to, wide ? 30 : 8, ellipsis);
  const end = wide ? [span('Esc drops ', 'dim')] : [];
  const room = width - textWidth(name) - spansWidth(end) - 10;
  const start = [span(wide ? ` to ${name} ` : ` ${name}`, 'key')];
  return fitLine([...start, ...fieldSpans(model, field, room, '> ')], end, width, ellipsis);
}

function fieldSpans(model: Model, field: Field, width: number, start: string): Span[] {
  const from = Math.max(0, field.at - Math.max(4, width));
  // The end of a line in a text of several.
  const chars = field.chars.slice(from).map((it) => (it === '\n' ? sign(model, 'newline') : it));
  const at = field.at - from;
  return [
    span(start, 'key'),
    span(chars.slice(0, at).join('')),
    span(chars[at] ?? ' ', 'cursor'),
    span(chars.slice(at + 1).join('')),
  ];
}

function keyHints(model: Model, width: number): Span[] {
  const scope = scopeOf(model.mode);
  if (scope === null) return [];
  const off = model.tmux.status === 'off';
  const hints = KEYMAP.filter(
    (it) => it.scopes.includes(scope) && it.hint !== undefined && !(it.tmux && off),
  ).map((it): [Span, Span] => [span(it.label ?? '', 'key'), span(` ${it.hint}`, 'dim')]);
  const quit = scope === 'page' ? [] : (hints.pop() ?? []);
  const help = scope === 'page' ? [] : (hints.pop() ?? []);
  const end: Span[] = help.length > 0 ? [...help, span('  '), ...quit, span(' ')] : [];
  const start: Span[] = [span(' ')];
  for (const hint of hints) {
    const more = start.length === 1 ? hint : [span('  '), ...hint];
    if (spansWidth([...start, ...more, ...end]) + 1 > width) break;
    start.push(...more);
  }
  return fitLine(start, end, width, sign(model, 'ellipsis'));
}

/** The page (help, manifest) in the panels' place. */
export function pageView(model: Model, width: number, height: number): Span[][] {
  const top = model.mode.name === 'help' || model.mode.name === 'manifest' ? model.mode.top : 0;
  return pageLines(model)
    .slice(top, top + height)
    .map((text) =>
      fitLine(
        [span(' '), span(text, /^\S/.test(text) && model.mode.name === 'help' ? 'title' : 'plain')],
        [],
        width,
        sign(model, 'ellipsis'),
      ),
    );
}
