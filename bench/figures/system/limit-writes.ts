import * as v from 'valibot';
import { makeSecrets } from '../../../local/services/secrets/make-secrets';
import { secretIds } from '../../../local/services/secrets/secret-ids';

const counts = v.object({ taken: v.number(), refused: v.number() });
const answer = v.object({ before: counts });

/**
 * From now on the sandbox processor takes this many writes a second, and answers 429 to the rest. Resolves with a function
 * that ends the limit and says how many writes it took and refused.
 */
export const limitWrites = async (processor: string, dataDir: string, writesPerSecond: number) => {
  const { secretKey = '' } = makeSecrets(`${dataDir}/secrets.json`)[secretIds.processor] ?? {};
  const set = async (limit: number | null) => {
    const response = await fetch(`${processor}/local/limits`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ writesPerSecond: limit }),
    });
    if (!response.ok) throw new Error(`The sandbox processor answered ${response.status}: ${await response.text()}`);
    return v.parse(answer, await response.json()).before;
  };
  await set(writesPerSecond);
  return () => set(null);
};
