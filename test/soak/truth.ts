import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileParty } from './party.js';

/** What the disk says of a session's one pane, in plain JSON. */
function onDisk(root: string, id: string): { state: string; turn: string } {
  const text = readFileSync(join(root, id, 'state.json'), 'utf8');
  const { primary } = JSON.parse(text).panes;
  return { state: primary.state, turn: /^a\d+/.exec(primary.activity)?.[0] ?? '' };
}

/**
 * Where a screen of two lines a session differs from the disk, in words; empty when it does not. An
 * odd file must be marked, whatever was known before it.
 */
export function differences(party: HostileParty, screen: readonly string[]): string[] {
  const found: string[] = [];
  const rows = new Map<string, number>();
  for (const [index, line] of screen.entries()) {
    const number = / s(\d+)\./.exec(line)?.[1];
    if (number === undefined) continue;
    if (rows.has(number)) found.push(`s${number} is there twice`);
    rows.set(number, index);
  }
  for (const [id, number] of party.sessions) {
    const at = rows.get(`${number}`);
    rows.delete(`${number}`);
    if (at === undefined) {
      found.push(`s${number} is missing`);
      continue;
    }
    const [first = '', second = ''] = screen.slice(at, at + 2);
    if (party.odd.has(id)) {
      if (!/⚠|\? unknown/.test(first)) found.push(`s${number} is odd and shows "${first.trim()}"`);
      continue;
    }
    const { state, turn } = onDisk(party.root, id);
    const right = new RegExp(`[^⚠] . ${state}( \\S+)?\\s*$`).test(first);
    if (!right) found.push(`s${number} is ${state} and shows "${first.trim()}"`);
    if (!new RegExp(` ${turn}( |$)`).test(second))
      found.push(`s${number} says ${turn} and shows "${second.trim()}"`);
  }
  for (const number of rows.keys()) found.push(`s${number} is gone and shows`);
  const count = `${party.sessions.size} sessions`;
  if (!screen[0]?.includes(count)) found.push(`there are ${count}; the head: "${screen[0]}"`);
  return found;
}

/**
 * Where the events on the screen differ from the end of a session's log: every number once, in order,
 * up to the last.
 */
export function eventDifferences(party: HostileParty, id: string, text: string): string[] {
  const disk = party.events(id);
  const shown = [...text.matchAll(/ e(\d+)\./g)].map((it) => Number(it[1]));
  const end = disk.slice(disk.length - shown.length);
  if (shown.length > 0 && `${shown}` === `${end}`) return [];
  return [`${id} shows events ${shown} and the disk ends in ${disk.slice(-20)}`];
}
