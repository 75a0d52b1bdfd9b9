import * as v from 'valibot';

/**
 * One answer of the system under test, apart from the crowd's. Throws with the answer when it is an error or does not
 * match the schema.
 */
export const get = async <Out>(schema: v.GenericSchema<unknown, Out>, url: string): Promise<Out> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return v.parse(schema, await answer.json());
};
