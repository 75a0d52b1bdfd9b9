import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TestReport } from './test-report';

/** Where reports are, below the directory the command runs in. */
export const reportsDirectory = '.startline/load';

/** Writes a report whole or not at all. Returns where it is. */
export const saveReport = (report: TestReport, out = join(reportsDirectory, `${report.id}.json`)): string => {
  const file = resolve(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${JSON.stringify(report, null, 1)}\n`);
  renameSync(`${file}.part`, file);
  return out;
};
