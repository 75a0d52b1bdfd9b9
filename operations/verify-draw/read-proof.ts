import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { instant } from '../../lambdas/api/fields';
import { drawFile } from '../../lambdas/api/messages/draw-file';
import { callsPath, type DrawProof, drawPath, type ProofCalls } from '../../lambdas/line/draw/proof';

/** Reads a file of a proof. Undefined: there is no such file. */
export type ReadProof = (path: string) => Promise<string | undefined>;

const deadlineMs = 30_000;

/** `where`: a folder, or an address such as `https://run.example.com/proof/<line id>`. */
export const proofAt = (where: string): ReadProof =>
  /^https?:\/\//.test(where)
    ? (path) => fetchText(`${where.replace(/\/$/, '')}/${path}`)
    : (path) => readText(join(where, path));

const fetchText = async (address: string) => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(deadlineMs) }).catch((error: Error) => {
    const { cause } = error;
    throw new Error(`${address} does not answer: ${cause instanceof Error ? cause.message : error.message}`);
  });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
  return answer.text();
};

const readText = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

const callsFile = v.array(v.tuple([instant, v.string(), v.number()]));

/** Throws when there is no draw, or its file cannot be read. */
export const readDraw = async (read: ReadProof): Promise<DrawProof> =>
  parsed(drawPath, drawFile, await needed(read, drawPath));

/** When the line called to which turn. Undefined: that is not published yet. */
export const readCalls = async (read: ReadProof): Promise<ProofCalls | undefined> => {
  const text = await read(callsPath);
  return text === undefined ? undefined : parsed(callsPath, callsFile, text);
};

/** Throws when there is no such file. */
export const needed = async (read: ReadProof, path: string): Promise<string> => {
  const text = await read(path);
  if (text === undefined)
    throw new Error(
      path === drawPath
        ? `There is no file ${path}: either the draw is not published yet, or this is not where its proof lies.`
        : `The proof has no file ${path}.`,
    );
  return text;
};

const parsed = <T>(path: string, schema: v.GenericSchema<unknown, T>, text: string): T => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      /^\s*</.test(text)
        ? `${path} is a page, and not a file of a proof.`
        : `${path} is no JSON, perhaps because it was cut off: ${reason}`,
    );
  }
  const read = v.safeParse(schema, json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const field = v.getDotPath(issue);
  throw new Error(`${path} is not as it should be${field === null ? '' : ` at ${field}`}: ${wanted(issue)}.`);
};

const wanted = ({ type, requirement, message }: v.BaseIssue<unknown>): string => {
  if (type === 'length') return `it must have ${requirement} hexadecimal digits`;
  if (type === 'regex') return 'it must be hexadecimal digits in lower case';
  return type === 'iso_timestamp' ? 'it must be an instant' : message;
};

/** The hash of a pass as a line of a list has it. Empty when the line is anything else. */
export const hashIn = (line: string): Buffer => Buffer.from(/^[0-9a-f]{64}$/.test(line) ? line : '', 'hex');
