import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spotSql } from '../../lambdas/ledger/dealing-sql';
import { oneLine } from './plain-text';

/** Spots and units are dealt by the same statements. The file has those of spots as they were before there were units. */
test('the statements that deal spots are what they were before units were dealt alike', () => {
  const golden: Record<string, string> = JSON.parse(readFileSync(join(__dirname, 'spot-statements.json'), 'utf8'));
  const now = {
    ...Object.fromEntries(Object.entries(spotSql).filter(([name, text]) => name in golden && typeof text === 'string')),
    cutBlock: spotSql.cutBlock(),
    late: spotSql.late('cardinality($2::uuid[])', '$8'),
  };
  expect(Object.fromEntries(Object.entries(now).map(([name, text]) => [name, oneLine(text)]))).toEqual(golden);
});
