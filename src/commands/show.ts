import { modelNow } from '../app/look.js';
import { detailHead, logLineSpans } from '../model/head.js';
import type { Span } from '../model/line.js';
import { openedLog } from '../model/log.js';
import { noDetail } from '../model/model.js';
import { LogFollower } from '../state/log-follower.js';
import { sessionStateLogPath } from '../state/paths.js';
import { type CommandOptions, FAILED, type Io, OK, saidUnreadable, sayTroubles } from './io.js';
import { sessionJson } from './json.js';

/** Events shown at the end. */
const EVENTS = 10;
const COLUMNS = 100;

const text = (spans: readonly Span[]): string =>
  spans
    .map((it) => it.text)
    .join('')
    .trimEnd();

/** `show <id>`: one session, its panes and its last events; or the session as JSON. */
export async function show(id: string, options: CommandOptions, io: Io): Promise<number> {
  const found = await modelNow(options, io.env);
  if (saidUnreadable(found, io)) return FAILED;
  const session = found.sessions.get(id);
  if (session === undefined) {
    io.err(`questmaster-tui: no session ${JSON.stringify(id)} in ${found.rootPath}; see ls\n`);
    return FAILED;
  }
  sayTroubles(found, io);
  if (options.json) {
    io.out(`${JSON.stringify(sessionJson(session))}\n`);
    return OK;
  }
  const log = new LogFollower(sessionStateLogPath(found.rootPath, id), 64 << 10);
  await log.begin();
  const { events } = await log.last(EVENTS);
  await log.close();
  const still = { ...found, motion: false, detail: { ...noDetail, id } };
  const model = openedLog(still, id, events.slice(-EVENTS), false);
  const lines = [
    ...detailHead(model, session, COLUMNS, 1_000),
    ...model.detail.lines.map((_, index) => logLineSpans(model, index, COLUMNS)),
  ];
  for (const { left, right } of lines) {
    io.out(`${[text(left), text(right)].filter((it) => it !== '').join('  ')}\n`);
  }
  return OK;
}
