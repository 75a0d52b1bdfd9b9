import type { DrawRecords, ProofFiles } from './ports';
import { callsPath, drawPath, latePath, proofFolder, shardCount, shardPath, turnsPath } from './proof';

interface Needs {
  readonly records: DrawRecords;
  readonly files: ProofFiles;
  /** Of the bytes that hexadecimal digits say; other characters count for nothing. Hex. */
  readonly sha256OfHex: (text: string) => string;
}

/** Files that are written at the same time. */
const atOnce = 8;

/** Publishes the proof of a draw, or what of it is due. It may run again after a crash: every file is the same each time. */
export const publishProof =
  ({ records, files, sha256OfHex }: Needs) =>
  async (lineId: string): Promise<'published' | 'nothing-drawn'> => {
    const proof = await records.proof(lineId);
    if (!proof) return 'nothing-drawn';
    const write = (path: string, content: string) => files.write(`${proofFolder(lineId)}/${path}`, content);
    const digests: string[] = [];
    for (let first = 0; first < shardCount; first += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, shardCount - first) }, async (_, n) => {
        const text = await records.shard(lineId, first + n);
        digests[first + n] = sha256OfHex(text);
        await write(shardPath(first + n), text);
      });
      await Promise.all(some);
    }
    if (sha256OfHex(digests.join('')) !== proof.root)
      throw new Error(`The passes of line ${lineId} are not the list that was fixed: its proof is not published.`);
    // Last: from it on, readers look for the others.
    await write(drawPath, `${JSON.stringify({ ...proof, digests }, undefined, 1)}\n`);
    return 'published';
  };

/** Publishes what is known of a line that is over, and had a draw. */
export const publishEnd =
  ({ records, files }: Pick<Needs, 'records' | 'files'>) =>
  async (lineId: string): Promise<'published' | 'nothing-drawn'> => {
    if (!(await records.proof(lineId))) return 'nothing-drawn';
    const folder = proofFolder(lineId);
    await files.write(`${folder}/${latePath}`, await records.late(lineId));
    await files.write(`${folder}/${callsPath}`, `${JSON.stringify(await records.calls(lineId))}\n`);
    await files.write(`${folder}/${turnsPath}`, await records.turns(lineId));
    return 'published';
  };
