import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

/** The part of jest's `--json` output that is used here. */
const results = v.object({
  numRuntimeErrorTestSuites: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
});

export type Results = v.InferOutput<typeof results>;
export const readResults = (json: string): Results => v.parse(results, JSON.parse(json));

export type Verdict =
  | { readonly kind: 'caught'; readonly by: readonly string[]; readonly because: string }
  | { readonly kind: 'survived' }
  /** The tests proved nothing about the guard: they did not run, or not to their end. */
  | { readonly kind: 'broken'; readonly why: string };

/** Errors of code that cannot run. A test that fails with one of them has noticed nothing. */
const unreadable =
  /SyntaxError|ReferenceError|Cannot find module|did not start|syntax error at|could not determine data type|(column|relation) "?[\w.]+"? (of relation "\w+" )?does not exist/;

/** What a run without a guard says about its test. `undefined`: the run took too long and was ended. */
export const verdictOn = (run: Results | undefined): Verdict => {
  if (!run) return { kind: 'broken', why: 'the tests came to no end' };
  const failed = run.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  const why = run.testResults.map(({ message }) => message.trim()).join('\n');
  if (run.numRuntimeErrorTestSuites > 0) return { kind: 'broken', why };
  const [message = ''] = failed.flatMap(({ failureMessages }) => failureMessages ?? []);
  if (unreadable.test(message)) return { kind: 'broken', why };
  if (failed.length > 0) return { kind: 'caught', by: failed.map(({ fullName }) => fullName), because: plain(message) };
  const passed = namesOfPassed(run).length > 0;
  return passed ? { kind: 'survived' } : { kind: 'broken', why: 'no test of that name ran' };
};

/** Names of the tests that passed, with their describe. */
export const namesOfPassed = ({ testResults }: Results): readonly string[] =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
  );

const plain = (message: string) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');
