import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TestReport } from './test-report';

/** The directory of reports, below the directory of the command. */
export const reportsDirectory = '.startline/load';

/** Writes the whole report or nothing. Returns the file's path. */
export const saveReport = (report: TestReport, out = join(reportsDirectory, `${report.id}.json`)): string => {
  const file = resolve(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${JSON.stringify(report, null, 1)}\n`);
  renameSync(`${file}.part`, file);
  return out;
};
