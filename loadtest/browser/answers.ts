import * as v from 'valibot';
import { problem } from '../../lambdas/api/problems';
import type { Answer } from './browser';

/** Parses an answer. Throws with the answer when it does not match the schema. */
export const read = <Out>(schema: v.GenericSchema<unknown, Out>, { status, body }: Answer): Out => {
  const message = v.safeParse(schema, body);
  if (message.success) return message.output;
  throw new Error(`unexpected answer ${status}: ${JSON.stringify(body).slice(0, 200)}`);
};

/** The problem's name in an answer, as in lambdas/api/problems.ts; empty when it has none. */
export const problemIn = ({ status, body }: Answer): string => {
  if (status < 400) return '';
  const said = v.safeParse(problem, body);
  return said.success ? said.output.type.replace('/problems/', '') : '';
};
