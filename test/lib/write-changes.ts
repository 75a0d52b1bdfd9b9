import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeBetween, readDeployed } from './changes';
import { changesPage, tableOf } from './changes-table';
import { writeTemplates } from './write-templates';

/** `npm run changes`: writes the table of docs/changes-of-configuration.md again. */
const folder = mkdtempSync(join(tmpdir(), 'startline-changes-'));
try {
  const table = tableOf((from, to) =>
    changeBetween(readDeployed(writeTemplates(folder, from)), readDeployed(writeTemplates(folder, to))),
  );
  const page = readFileSync(changesPage, 'utf8');
  writeFileSync(
    changesPage,
    page.replace(/\| change \|.*?\n\n/s, () => `${table}\n\n`),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
