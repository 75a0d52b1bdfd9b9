import { demoFeedRace } from '../prepare/demo-feed';
import { timesAt } from './story';

interface Needs {
  /** Gives an order to the function `direct`. */
  readonly direct: (order: object) => Promise<unknown>;
  /** Posts to the API as timing software does. Throws unless it was taken. */
  readonly post: (path: string, key: string, body: object) => Promise<unknown>;
}

interface DemoSet {
  readonly setId: string;
  readonly published: { readonly kind: string } | null;
}
interface ListedKey {
  readonly keyId: string;
  readonly label: string;
  readonly withdrawnAt: string | null;
}

const label = 'Timer of the demo';
/** Rows of a later moment are younger, and none is from the future. */
const firstSeenAt = Date.parse('2026-01-01T00:00:00Z');

/**
 * Posts what the timer of the demo race knows when so much is told, with a key of its own. The same rows have the same batch id, so
 * after a crash nothing is posted twice. When everybody is in, the results are preliminary.
 */
export const keepTime = ({ direct, post }: Needs) => {
  const raceId = demoFeedRace;
  let key: string | undefined;
  let posted = '';
  let isOver = false;

  /** The key of the process before is not known any more. */
  const makeKey = async (): Promise<string> => {
    const { apiKeys } = (await direct({ apiKeys: { raceId } })) as { readonly apiKeys: readonly ListedKey[] };
    for (const { keyId, ...old } of apiKeys)
      if (old.label === label && old.withdrawnAt === null) await direct({ withdrawApiKey: { raceId, keyId } });
    const made = await direct({ makeApiKey: { raceId, label, scopes: ['times'] } });
    return (made as { readonly madeApiKey: { readonly key: string } }).madeApiKey.key;
  };

  return async (head: number): Promise<void> => {
    if (isOver) return;
    const times = timesAt(head);
    const text = JSON.stringify(times.rows);
    if (times.rows.length === 0 || text === posted) return;
    const { resultSets } = (await direct({ resultSets: { raceId } })) as { readonly resultSets: readonly DemoSet[] };
    const [set] = resultSets;
    if (set?.published?.kind !== 'live') {
      isOver = true;
      return;
    }
    key ??= await makeKey();
    const at = new Date(firstSeenAt + head * 1000).toISOString();
    const batchId = `0199c001-0000-7000-8000-${head.toString(16).padStart(12, '0')}`;
    const rows = times.rows.map((row) => ({ ...row, at }));
    const { seq } = (await post(`/api/races/${raceId}/results/${set.setId}/times`, key, { batchId, rows })) as {
      readonly seq: number;
    };
    posted = text;
    isOver = times.isOver;
    if (isOver) await direct({ publishResults: { raceId, setId: set.setId, seq, kind: 'preliminary' } });
  };
};
