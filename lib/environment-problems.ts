import * as v from 'valibot';
import { environment, schemaFile } from './environment';

/** One thing in an environment's file that must be mended. */
export interface Problem {
  readonly path: string;
  /** What is there, as JSON, or in words. */
  readonly found: string;
  readonly expected: string;
  readonly toDo?: string;
}

/** Everything in the content of a file that `environment` does not allow. */
export const shapeProblems = (content: unknown): readonly Problem[] =>
  (v.safeParse(environment, content).issues ?? []).map(problemOf);

const problemOf = (issue: v.BaseIssue<unknown>): Problem => {
  const path = v.getDotPath(issue) ?? 'the file';
  const last = issue.path?.at(-1);
  if (issue.type === 'strict_object') {
    if (issue.expected === 'never')
      return {
        path,
        found: 'a setting that does not exist',
        expected: `one of ${schemaFile}`,
        toDo: 'Correct its name, or remove it.',
      };
    if (last?.origin === 'key')
      return { path, found: 'nothing', expected: 'a value', toDo: `Add it: ${schemaFile} says what it is.` };
    return { path, found: JSON.stringify(issue.input), expected: 'an object with settings' };
  }
  const found = JSON.stringify(last?.value);
  return {
    path,
    found,
    expected: issue.message,
    ...(/[<>]/.test(found) && { toDo: 'Fill in the placeholder.' }),
  };
};
