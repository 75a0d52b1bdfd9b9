import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads a file of a proof. Undefined: there is no such file. */
export type ReadProof = (path: string) => Promise<string | undefined>;

const deadlineMs = 30_000;

/** `where`: a folder, or an address such as `https://run.example.com/proof/<line id>`. */
export const proofAt = (where: string): ReadProof =>
  /^https?:\/\//.test(where)
    ? (path) => fetchText(`${where.replace(/\/$/, '')}/${path}`)
    : (path) => readText(join(where, path));

const fetchText = async (address: string) => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(deadlineMs) });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
  return answer.text();
};

const readText = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
