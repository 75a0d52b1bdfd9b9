import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { hasCode } from '../../local/has-code';
import { Histogram } from '../report/histogram';
import { type TestReport, testReport } from '../report/test-report';
import type { Damaged, History } from './ports';

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Finished runs, each in a file of one folder, named by its id. The folder may not exist yet. */
export class FileHistory implements History {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list() {
    const files = (await orNothing(readdir(this.#folder)))?.filter((file) => file.endsWith('.json')) ?? [];
    const reports: TestReport[] = [];
    const damaged: Damaged[] = [];
    for (const file of files.sort()) {
      try {
        reports.push(read(await readFile(join(this.#folder, file), 'utf8')));
      } catch (error) {
        damaged.push({
          file: join(this.#folder, file),
          reason: error instanceof Error ? error.message : String(error),
        });
      }
    }
    return { reports: reports.sort((a, b) => b.startedAt.localeCompare(a.startedAt)), damaged };
  }

  async find(id: string) {
    const text = isId(id) ? await orNothing(readFile(this.#fileOf(id), 'utf8')) : undefined;
    return text === undefined ? undefined : read(text);
  }

  keep(report: TestReport) {
    return this.#write(report.id, report);
  }

  async comment(id: string, text: string) {
    const found = isId(id) ? await orNothing(readFile(this.#fileOf(id), 'utf8')) : undefined;
    if (found === undefined) return false;
    read(found);
    // Parsed without our schema: a run of a newer version keeps the fields that we do not know.
    await this.#write(id, { ...JSON.parse(found), comment: text });
    return true;
  }

  async remove(id: string) {
    if (!isId(id)) return false;
    return (await orNothing(rm(this.#fileOf(id)).then(() => true))) ?? false;
  }

  #fileOf(id: string) {
    return join(this.#folder, `${id}.json`);
  }

  // Written under another name first, so that a reader sees the old run or the new one, never half of one.
  async #write(id: string, report: object) {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${this.#fileOf(id)}.new`, `${JSON.stringify(report)}\n`);
    await rename(`${this.#fileOf(id)}.new`, this.#fileOf(id));
  }
}

/** Throws with what is wrong with the text. */
const read = (text: string): TestReport => {
  const found = v.safeParse(testReport, JSON.parse(text));
  if (!found.success)
    throw new Error(found.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`).join('; '));
  for (const { histogram } of found.output.steps) Histogram.parse(histogram);
  return found.output;
};

const orNothing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};
