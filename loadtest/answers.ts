import * as v from 'valibot';
import { problem } from '../lambdas/api/problems';
import type { Answer } from './browser';

/** Throws, with what came instead, when an answer is not what was expected. */
export const read = <Out>(schema: v.GenericSchema<unknown, Out>, { status, body }: Answer): Out => {
  const message = v.safeParse(schema, body);
  if (message.success) return message.output;
  throw new Error(`unexpected answer ${status}: ${JSON.stringify(body).slice(0, 200)}`);
};

/** What an answer says went wrong, by the name of lambdas/api/problems.ts; empty when it says nothing. */
export const problemIn = ({ status, body }: Answer): string => {
  if (status < 400) return '';
  const said = v.safeParse(problem, body);
  return said.success ? said.output.type.replace('/problems/', '') : '';
};
