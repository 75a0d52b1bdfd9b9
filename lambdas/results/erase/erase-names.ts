import { isSameName } from '../../domain/person/fold-name';
import {
  type EntryRow,
  type Index,
  indexPath,
  type Leaf,
  type ListRow,
  leafPath,
  type Manifest,
  manifestPath,
  type NameRow,
} from '../files';

interface Files {
  /** Throws when there is no such file: a version that stays has all of its files. */
  read(path: string): Promise<unknown>;
  write(path: string, content: string): Promise<void>;
  readonly hash: (content: string) => string;
}

type AnyRow = ListRow | NameRow | EntryRow;

/** Whose names must not be read any more: all that some bibs had, and single names that bibs had. */
export interface Erased {
  readonly nameless: readonly number[];
  readonly names: readonly { readonly bib: number; readonly name: string }[];
}

const judgeBy = ({ nameless, names }: Erased) => {
  const bibs = new Set(nameless);
  const named = new Set(names.map(({ bib }) => bib));
  return (bib: number, name: string): boolean =>
    bibs.has(bib) || (named.has(bib) && names.some((one) => one.bib === bib && isSameName(one.name, name)));
};

/**
 * Makes versions again without the names of some bibs. Their places and times stay, and they leave the index of names. A leaf that
 * has none of them stays the same file. The result names the new manifest of each old one.
 */
export const eraseNames = (erased: Erased, { read, write, hash }: Files) => {
  const isErased = judgeBy(erased);
  /** Versions share leaves, so each leaf is read once. Null: nothing of it is left. */
  const leaves = new Map<string, { readonly hash: string; readonly rows: number; readonly key: string } | null>();

  const nameLeaf = async (key: string, name: string) => {
    const { rows } = (await read(leafPath(name))) as Leaf<NameRow>;
    const left = rows.filter(([, bib, shown]) => !isErased(bib, shown));
    const [first] = left;
    if (!first) return null;
    return {
      hash: left.length === rows.length ? name : await keep(left),
      rows: left.length,
      key: left.length === rows.length ? key : first[0],
    };
  };
  const listLeaf = async (key: string, name: string) => {
    const { rows } = (await read(leafPath(name))) as Leaf<ListRow | EntryRow>;
    let isChanged = false;
    const left = rows.map((row) => {
      const [bib, known] = 'bib' in row ? [row.bib, row.name] : row;
      if (known === null || !isErased(bib, known)) return row;
      isChanged = true;
      return 'bib' in row ? { ...row, name: null } : row.with(1, null);
    }) as readonly AnyRow[];
    return { hash: isChanged ? await keep(left) : name, rows: rows.length, key };
  };
  const keep = async (rows: readonly AnyRow[]): Promise<string> => {
    const content = JSON.stringify({ rows });
    const name = hash(content);
    await write(leafPath(name), content);
    return name;
  };

  return async (manifestHash: string): Promise<string> => {
    const manifest = (await read(manifestPath(manifestHash))) as Manifest;
    const sequences: Record<string, Manifest['sequences'][string]> = {};
    for (const [list, head] of Object.entries(manifest.sequences)) {
      const index = (await read(indexPath(head.index))) as Index;
      const made: (readonly [string, number, string])[] = [];
      let before = 0;
      for (const [key, , name] of index) {
        const known = leaves.get(name);
        const leaf = known === undefined ? await (list === 'names' ? nameLeaf : listLeaf)(key, name) : known;
        leaves.set(name, leaf);
        if (!leaf) continue;
        made.push([leaf.key, before, leaf.hash]);
        before += leaf.rows;
      }
      const content = JSON.stringify(made);
      if (content === JSON.stringify(index)) sequences[list] = head;
      else {
        sequences[list] = { index: hash(content), rows: before };
        await write(indexPath(hash(content)), content);
      }
    }
    const content = JSON.stringify({ ...manifest, sequences });
    await write(manifestPath(hash(content)), content);
    return hash(content);
  };
};
