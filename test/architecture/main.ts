import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readArguments } from '../../local/supervisor/read-arguments';
import { findCircles } from './find-circles';
import { findTrespasses } from './find-trespasses';
import { commentsIn, importsOf, type Source, sourcesBelow } from './read-source';
import { findStrayWrites } from './table-writers';

const usage = `npm run tree

Counts files, lines and imports, and writes the counts to bench/tree/result.md.`;
readArguments({}, usage);

const folder = 'bench/tree';
const sources = sourcesBelow('.');
const isTest = ([file]: Source) => file.startsWith('test/');
const lambdas = sources.filter(([file]) => file.startsWith('lambdas/'));
const lines = ([, text]: Source) => text.trimEnd().split('\n').length;

/** `| lambdas | 512 | 30,000 | 45 | 115 | 296 |` */
const row = (top: string): string => {
  const sizes = sources
    .filter(([file]) => file.startsWith(`${top}/`))
    .map(lines)
    .sort((a, b) => a - b);
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))] ?? 0;
  const figures = [sizes.length, sizes.reduce((sum, one) => sum + one, 0), at(0.5), at(0.9), sizes.at(-1) ?? 0];
  return `| \`${top}\` | ${figures.map((figure) => figure.toLocaleString('en')).join(' | ')} |`;
};

const countOfWay = () => /\*\*(\d+) files\*\*/.exec(readFileSync('docs/reading.md', 'utf8'))?.[1] ?? 'unknown';
const gendered = /\b(?:he|him|his|she|her|hers)\b/i;
const isFrozen = ([file]: Source) => file.startsWith('lambdas/migrations/');
const sqlComment = /^\s*--.*$/gm;
const genderedIn = (some: readonly Source[]) =>
  some
    .flatMap(([, text]) => [...commentsIn(text), ...(text.match(sqlComment) ?? [])])
    .filter((comment) => gendered.test(comment)).length;
const entryPoints = lambdas.filter(([file]) => /^lambdas\/functions\/[^/]+\.ts$/.test(file));
const trespasses = findTrespasses(sources);

const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();
const tops = [...new Set(sources.map(([file]) => file.split('/')[0] ?? ''))].sort();
const report = `# The tree

Counted by \`npm run tree\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit}. Sources only: \`.ts\`, \`.tsx\`, \`.mjs\` and \`.cjs\`.

| folder | files | lines | median | p90 | longest |
|---|---:|---:|---:|---:|---:|
${tops.map(row).join('\n')}

| what | allowed | counted |
|---|---:|---:|
| files to open to follow one registration ([the way](../../docs/reading.md)) | 70 | ${countOfWay()} |
| files in circles of imports outside of tests, types included | 0 | ${findCircles(sources.filter((source) => !isTest(source))).length} |
| imports outside of the table of who may import whom | 0 | ${trespasses.filter((one) => / imports /.test(one)).length} |
| files that break another rule of the plan: size, names, purity | 0 | ${trespasses.filter((one) => !/ imports /.test(one)).length} |
| writes outside of the table of who may write which table of the database | 0 | ${findStrayWrites(lambdas).length} |
| imports of the entry point that has most | 15 | ${Math.max(...entryPoints.map(([, text]) => importsOf(text).length))} |
| comments with "he", "she" and the like | 0 | ${genderedIn(sources.filter((source) => !isFrozen(source)))} |
| the same in migrations, which never change | | ${genderedIn(sources.filter(isFrozen))} |
`;
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}/result.md`, report);
process.stdout.write(report);
