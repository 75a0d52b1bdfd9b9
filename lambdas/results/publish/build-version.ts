import { isSameJson } from '../../domain/canonical-json';
import type { Entry, RankRules } from '../entry';
import { type Group, type Index, indexPath, leafPath, type Manifest, manifestPath, type SequenceHead } from '../files';
import { type Ranked, rank } from '../rank';
import { cutLeaves, type Row } from './cut-leaves';
import { knownLeaf, type LiveMemory, rememberRows, sortNames } from './live-memory';
import { rowMaker } from './version-rows';

/** What a version says of itself, besides its rows. */
export type VersionHead = Omit<Manifest, 'sequences' | 'unranked' | 'genders' | 'ageGroups' | 'rankBy' | 'rounding'>;

export interface BuildVersion {
  readonly head: VersionHead;
  readonly rules: RankRules;
  readonly entries: readonly Entry[];
  /** The first key of each leaf of the version before, by the name of the sequence. */
  readonly cuts: Readonly<Record<string, readonly string[]>>;
  /** Makes the name of a content. */
  readonly hash: (content: string) => string;
  /** Of the version before, when that and this one are live. Files that were written for that version are left out. */
  readonly memory?: LiveMemory | undefined;
}

/** A file. `path`: below the race's folder. */
export interface BuiltFile {
  readonly kind: 'leaf' | 'index' | 'manifest';
  readonly path: string;
  readonly content: string;
}

export interface Built {
  readonly manifest: Manifest;
  /** The hash of the manifest. */
  readonly name: string;
  /** In the order in which they are written: a file comes after all files that it leads to. */
  readonly files: readonly BuiltFile[];
  readonly finishers: number;
  /** For the next live version. */
  readonly memory: LiveMemory;
}

/** Makes all files of a version. The same input makes the same files. */
export const buildVersion = ({ head, rules, entries, cuts, hash, memory }: BuildVersion): Built => {
  const known = memory && isSameJson(memory.rules, rules) ? memory : undefined;
  const rows: LiveMemory['rows'] = known?.rows ?? new WeakMap();
  const make = head.kind === 'live' ? rememberRows(rowMaker(head.kind, rules), rows) : rowMaker(head.kind, rules);

  const files = { leaf: new Map<string, string>(), index: new Map<string, string>() };
  const written = {
    leaves: new Map<string, ReadonlyMap<Row, { rows: readonly Row[]; name: string }>>(),
    indexes: new Set<string>(),
  };
  /** Adds a file, and answers with its name. */
  const add = (kind: keyof typeof files, content: string): string => {
    const name = hash(content);
    files[kind].set(name, content);
    return name;
  };
  const sequence = (list: string, ...parts: readonly (readonly Row[])[]): SequenceHead => {
    const leaves = parts.flatMap((rows) => cutLeaves(rows, cuts[list] ?? []));
    const before = known?.leaves.get(list);
    const named = leaves.map((leaf) => ({
      rows: leaf,
      name: knownLeaf(before, leaf) ?? add('leaf', `{"rows":[${leaf.map(({ json }) => json).join(',')}]}`),
    }));
    let count = 0;
    const index: Index = named.map(({ rows: [first, ...others], name }) => {
      const entry = [first?.key ?? '', count, name] as const;
      count += others.length + 1;
      return entry;
    });
    written.leaves.set(list, new Map(named.flatMap((leaf) => (leaf.rows[0] ? [[leaf.rows[0], leaf]] : []))));
    const name = add('index', JSON.stringify(index));
    written.indexes.add(name);
    if (known?.indexes.has(name)) files.index.delete(name);
    return { index: name, rows: count };
  };

  const ranked = rank(rules, entries);
  const rankedOf = new Map(ranked.map((one) => [one.entry.bib, one]));
  const byBib = [...entries].sort((a, b) => a.bib - b.bib);
  const others = byBib.filter(({ bib, status }) => status !== 'entered' && !rankedOf.has(bib));
  /** Who is ranked by gun has leaves of their own. Within a leaf, one time is one place: a row does not say by what it is ranked. */
  const ranking = (list: string, of: readonly Ranked[]): SequenceHead => {
    const byGun = of.filter(({ isByGun }) => isByGun);
    return sequence(list, byGun.map(make.list), of.slice(byGun.length).map(make.list));
  };
  const isRun = head.kind !== 'start-list';
  const names = sortNames(byBib.map(make.names), known?.names);

  const sequences: Record<string, SequenceHead> = {
    ...(isRun && {
      overall: ranking('overall', ranked),
      ...Object.fromEntries(
        rules.genders.map(({ code }) => [
          `gender:${code}`,
          ranking(
            `gender:${code}`,
            ranked.filter(({ entry }) => entry.gender === code),
          ),
        ]),
      ),
      ...Object.fromEntries(
        rules.ageGroups.map(({ code }) => [
          `age:${code}`,
          ranking(
            `age:${code}`,
            ranked.filter(({ ageGroup }) => ageGroup === code),
          ),
        ]),
      ),
      others: sequence('others', others.map(make.other)),
    }),
    entries: sequence(
      'entries',
      byBib.map((entry) => make.entry(entry, rankedOf.get(entry.bib))),
    ),
    names: sequence('names', names.rows),
  };
  const labels = (groups: readonly { readonly code: string; readonly label?: string }[]): readonly Group[] =>
    groups.map(({ code, label = code }) => ({ code, label }));
  const manifest: Manifest = {
    ...head,
    rankBy: rules.rankBy,
    rounding: rules.rounding,
    genders: labels(rules.genders),
    ageGroups: labels(rules.ageGroups),
    sequences,
    unranked: isRun ? ranked.filter(({ genderPlace }) => genderPlace === undefined).length : 0,
  };
  const content = JSON.stringify(manifest);
  const name = hash(content);
  const filesOf = (kind: keyof typeof files, path: (hash: string) => string) =>
    [...files[kind]].map(([hash, content]) => ({ kind, path: path(hash), content }));
  return {
    manifest,
    name,
    files: [
      ...filesOf('leaf', leafPath),
      ...filesOf('index', indexPath),
      { kind: 'manifest', path: manifestPath(name), content },
    ],
    finishers: isRun ? ranked.length : 0,
    memory: { rules, rows, ...written, names, filesSince: head.filesSince ?? head.at },
  };
};
