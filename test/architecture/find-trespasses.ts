import { dirname, join } from 'node:path/posix';
import { capabilityOf, mayImport, mayUse, roomOf } from './house-plan';
import { hasComputedImport, importsOf, type Source, withoutComments } from './read-source';

/** A test or a table is read from the top and may be left at any time, so it may be longer than what must be understood as a whole. */
const mostLines = { ofSource: 300, ofTestOrTable: 500 };
const isTestOrTable = /^test\/|\/texts\/|^local\/processor\/cards\.ts$|^lambdas\/domain\/personal-data\//;

const packageOf = (specifier: string): string => {
  if (specifier.startsWith('node:')) return 'node';
  const [scope = '', name] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
};

const isAllowed = (file: string, specifier: string): boolean => {
  const room = roomOf(file);
  const allowed = room === undefined ? [] : (mayImport[room] ?? []);
  if (specifier.startsWith('.')) {
    const path = join(dirname(file), specifier);
    const target = roomOf(path);
    if (target === undefined || (target !== room && !allowed.includes(target))) return false;
    const [from, to] = [capabilityOf(file), capabilityOf(path)];
    return from === undefined || to === undefined || from === to || (mayUse[from] ?? []).includes(to);
  }
  return !specifier.startsWith('/') && (allowed.includes('npm') || allowed.includes(packageOf(specifier)));
};

const imports = ([file, text]: Source): string[] => [
  ...importsOf(text)
    .filter((specifier) => !isAllowed(file, specifier))
    .map((specifier) => `imports ${specifier}`),
  ...(hasComputedImport(text) && !/^(bench|local|test|static\/build)/.test(file)
    ? ['imports what cannot be read here']
    : []),
];

/**
 * The attacks are a stranger's: they share no word with what they attack, and know of it what it says over HTTP. The builds that all whole
 * systems of a run share have no words.
 */
const strangers = ([file, text]: Source): string[] => {
  if (!file.startsWith('test/attacks/')) return [];
  const mayKnow = (specifier: string) =>
    specifier.startsWith('.')
      ? /^(test\/attacks\/|local\/|test\/support\/system-builds$)/.test(join(dirname(file), specifier))
      : /^(node:|pg$)/.test(specifier);
  return importsOf(text)
    .filter((specifier) => !mayKnow(specifier))
    .map((specifier) => `imports ${specifier}`);
};

/** What depends on the moment or the machine comes in through a port, `now` or an argument. */
const impure =
  /\bDate\.now\b|\bnew Date\b(?!\s*\(\s*[^)\s])|\bDate\(\s*\)|\bMath\.random\b|\bprocess\.|\bperformance\.|\bcrypto\.|(?:await|return|=>|=|\()\s*fetch\s*\(|\bconsole\./;

const purity = ([file, text]: Source): string[] => {
  const room = roomOf(file);
  const found = room === 'a rule or use case' || room === 'ports' ? impure.exec(withoutComments(text)) : null;
  return found ? [`says ${found[0]}`] : [];
};

/** The platform serves any application: its code has no word of races and runners. */
const businessWord = /registration|runner|\braceId|\braces\b|\beventId|waiver|\bbib|\bspot|\bseat|refund|payment/i;

const business = ([file, text]: Source): string[] => {
  const found = file.startsWith('lambdas/platform/') ? businessWord.exec(withoutComments(text)) : null;
  return found ? [`says ${found[0]}`] : [];
};

const environment = ([file, text]: Source): string[] =>
  /^(lib|lambdas(?!\/functions\/))\//.test(file) &&
  /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\[/.test(withoutComments(text))
    ? ['reads the environment']
    : [];

const size = ([path, text]: Source): string[] => {
  const lines = text.trimEnd().split('\n').length;
  return lines > (isTestOrTable.test(path) ? mostLines.ofTestOrTable : mostLines.ofSource)
    ? [`has ${lines} lines`]
    : [];
};

const emptyWord = /^(index|utils?|helpers?|common|shared|misc|impl)$|-(utils?|helpers?|manager|service|impl)$/;
const emptyType =
  /\b(?:class|interface|type)\s+(\w*(?:Manager|Service|Impl|Helpers?|Utils?)|I[A-Z][a-z]\w*)\b(?=\s*(?:[<{=]|extends|implements))/;

const names = ([file, text]: Source): string[] => {
  const words = file.replace(/(\.test)?\.\w+$/, '').split('/');
  const type = emptyType.exec(withoutComments(text))?.[1];
  return [
    ...words.filter((word) => emptyWord.test(word)).map((word) => `is named ${word}`),
    ...(type ? [`names a type ${type}`] : []),
    ...(words.every((word) => /^[a-z0-9.-]+$/.test(word)) ? [] : ['is not named in kebab-case']),
  ];
};

/** Everything in these files that is not according to plan, one line each; `test/` is held to size and names only, and the attacks to their own words. */
export const findTrespasses = (sources: readonly Source[]): string[] =>
  sources.flatMap((source) =>
    [
      ...(source[0].startsWith('test/')
        ? []
        : [...imports(source), ...purity(source), ...business(source), ...environment(source)]),
      ...strangers(source),
      ...size(source),
      ...names(source),
    ].map((what) => `${source[0]} ${what}`),
  );
