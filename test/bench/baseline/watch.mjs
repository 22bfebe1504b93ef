// The least that shows a change: watches each session's directory and prints the new activity.
import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2];
for (const entry of readdirSync(root, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const path = join(root, entry.name, 'state.json');
  watch(join(root, entry.name), (_, name) => {
    if (name !== 'state.json') return;
    const { panes } = JSON.parse(readFileSync(path, 'utf8'));
    process.stdout.write(`${panes.primary.activity}\n`);
  });
}
process.stdout.write('ready');
