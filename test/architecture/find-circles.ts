import { dirname, join } from 'node:path/posix';
import { type Source, withoutComments } from './read-source';

/** A dynamic import closes no circle: the file is there before the other one is asked for. */
const staticImport = /\b(?:from|import)\s+(['"])(\.[^'"\s]+)\1/g;

/** The files of circles of imports, types too, one line each. */
export const findCircles = (sources: readonly Source[]): string[] => {
  const known = new Set(sources.map(([file]) => file));
  const resolve = (file: string, specifier: string) =>
    ['', '.ts', '.tsx'].map((end) => join(dirname(file), specifier) + end).find((path) => known.has(path)) ?? [];
  const imports = new Map(
    sources.map(([file, text]) => [
      file,
      [...withoutComments(text).matchAll(staticImport)].flatMap(([, , specifier = '']) => resolve(file, specifier)),
    ]),
  );
  // What leads to no circle, and what no circle leads to, is taken away until only circles are left.
  for (let before = -1; before !== imports.size; ) {
    before = imports.size;
    for (const [file, targets] of imports) if (!targets.some((one) => imports.has(one))) imports.delete(file);
    const imported = new Set([...imports.values()].flat());
    for (const file of imports.keys()) if (!imported.has(file)) imports.delete(file);
  }
  return [...imports].map(
    ([file, targets]) => `${file} imports ${targets.filter((one) => imports.has(one)).join(', ')}`,
  );
};
