import type { Source } from './read-source';

const stringOrComment = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const regularExpression = /(?<=[(,=:?]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/g;

/** Two words, as in a sentence: not a media type, a header or a list of directives. */
const sentence = /\p{L}{2,}[.,:]? \p{Ll}{2,}(?![\w-]*=)|\p{L}{2,} §|§[.,]? \p{Ll}{2,}/u;

/** What engineers read: the log, and errors that no caller gets. */
const notForPeople = /\b(?:new Error|log\.\w+|step)\($/;

/** The string literals of a program that read like a sentence, but for those in errors and in the log. */
const sentencesIn = (text: string): string[] => {
  const code = text.replace(regularExpression, '/x/');
  return [...code.matchAll(stringOrComment)]
    .filter(([found]) => !/^\/[/*]/.test(found) && sentence.test(found.replace(/\$\{[^}]*\}/g, '§')))
    .filter(({ index }) => !notForPeople.test(callAround(code, index)))
    .map(([found]) => found);
};

/** The program up to and including the bracket of the innermost call that has the character at `index` among its arguments. */
const callAround = (code: string, index: number): string => {
  let open = 0;
  for (let at = index - 1; at >= 0; at--) {
    if (code[at] === ')') open++;
    if (code[at] === '(' && open-- === 0) return code.slice(Math.max(0, at - 40), at + 1);
  }
  return '';
};

/** Files whose values reach people: routes, what routes throw, schemas of messages, and the answers to directors. */
const isForPeople = (file: string) =>
  !/\/(texts|examples|operations|contract)\//.test(file) &&
  /(routes|\/races\/messages|\/directing\/messages|\/api\/(fields|faults|problems|read|problem-body)|\/commands|\/directing\/worker)\.ts$|\/api\/messages\/|\/platform\/http\//.test(
    file,
  );

const thrown = /\b(?:new ProblemError|refused|problemBody)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/** Sentences outside of the texts: `lambdas/races/routes.ts says 'There is no such race.'`. */
export const findSentences = (sources: readonly Source[]): string[] =>
  sources.flatMap(([file, text]) => {
    const found = isForPeople(file) ? sentencesIn(text) : (text.match(thrown) ?? []).flatMap(sentencesIn);
    return found.map((words) => `${file} says ${words}`);
  });
