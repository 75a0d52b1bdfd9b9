import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VariantName } from '../support/variants';
import { writeTemplates } from '../support/write-templates';
import { changeBetween, type Deployed, readDeployed } from './changes';
import { changesPage, tableOf } from './changes-table';

/** `npm run changes`: writes the table of docs/changes-of-configuration.md again. */
const folder = mkdtempSync(join(tmpdir(), 'startline-changes-'));
try {
  const read = new Map<VariantName, Deployed>();
  const deployed = (name: VariantName): Deployed => {
    const known = read.get(name) ?? readDeployed(writeTemplates(folder, name));
    read.set(name, known);
    return known;
  };
  const table = tableOf((from, to) => changeBetween(deployed(from), deployed(to)));
  const page = readFileSync(changesPage, 'utf8');
  writeFileSync(
    changesPage,
    page.replace(/\| change \|.*?\n\n/s, () => `${table}\n\n`),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
