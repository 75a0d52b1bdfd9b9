import { type Index, indexPath, leafPath, type Manifest, manifestPath, pointerPath } from '../files';
import type { RaceTidying, TidiedFiles } from '../ports';
import { eraseNames } from './erase-names';

interface Needs {
  readonly tidying: Pick<RaceTidying, 'take' | 'replaceManifests' | 'end'>;
  readonly files: TidiedFiles;
  /** Says the last versions in the pointer of a race. */
  readonly point: (raceId: string) => Promise<void>;
  readonly hash: (content: string) => string;
  readonly newId: () => string;
}

/** `taken`: a set of the race is being published. The race is tidied later. */
export type Tidied = { readonly kind: 'tidied'; readonly removed: number } | { readonly kind: 'taken' };

/** How many files are removed at the same time. */
const maxRemovalsAtOnce = 50;

/**
 * Takes names out of every version of a race that stays readable, and then removes each file that no such version has: those with the
 * names, those of versions that do not stay, and those that a crash left. Meanwhile no set of the race is published, so no file is
 * removed that a version is about to name. Safe to repeat after a crash at any point.
 */
export const tidyRace =
  ({ tidying, files, point, hash, newId }: Needs) =>
  async (raceId: string): Promise<Tidied> => {
    const tidier = newId();
    const sets = await tidying.take(raceId, tidier);
    if (!sets) return { kind: 'taken' };
    const read = async (path: string): Promise<unknown> => {
      const found = await files.read(`${raceId}/${path}`);
      if (!found) throw new MissingFile(`The results of ${raceId} have a version whose file ${path} is gone.`);
      return found.content;
    };
    // What a live version writes is removed after a month. Others may share these files.
    const write = (path: string, content: string) => files.write(`${raceId}/${path}`, content, false);

    const needed = new Set([pointerPath]);
    for (const { setId, nameless, names, versions } of sets) {
      const erased = eraseNames({ nameless, names }, { read, write, hash });
      const isErasing = nameless.length + names.length > 0;
      const manifests = new Map<string, string>();
      for (const { manifest, isLive } of versions)
        try {
          const made = isErasing ? await erased(manifest) : manifest;
          for (const path of await filesOf(made, read)) needed.add(path);
          manifests.set(manifest, made);
        } catch (error) {
          // The rest of its files is removed, too.
          if (!(isLive && error instanceof MissingFile)) throw error;
        }
      if (isErasing && !(await tidying.replaceManifests(setId, manifests, tidier))) return { kind: 'taken' };
    }
    await point(raceId);
    const stray = (await files.list(`${raceId}/`)).filter((path) => !needed.has(path.slice(raceId.length + 1)));
    const rest = [...stray];
    const removeRest = async () => {
      for (let path = rest.pop(); path !== undefined; path = rest.pop()) await files.remove(path);
    };
    await Promise.all(Array.from({ length: Math.min(maxRemovalsAtOnce, stray.length) }, removeRest));
    await tidying.end(raceId, tidier);
    return { kind: 'tidied', removed: stray.length };
  };

class MissingFile extends Error {
  override readonly name = 'MissingFile';
}

/** The paths of all files of a version. */
const filesOf = async (manifestHash: string, read: (path: string) => Promise<unknown>): Promise<readonly string[]> => {
  const path = manifestPath(manifestHash);
  const { sequences } = (await read(path)) as Manifest;
  const paths = [path];
  for (const { index: name } of Object.values(sequences)) {
    const index = (await read(indexPath(name))) as Index;
    paths.push(indexPath(name), ...index.map(([, , leaf]) => leafPath(leaf)));
  }
  return paths;
};
