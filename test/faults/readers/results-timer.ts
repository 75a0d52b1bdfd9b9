import { demoFeedRace, demoFeedSet } from '../../../local/prepare/demo-feed';

interface Needs {
  /** Gives an order to the function `direct`. */
  readonly direct: (order: object) => Promise<unknown>;
  /** Posts to the API with a key. Throws when it is not taken. */
  readonly post: (path: string, key: string, body: object) => Promise<unknown>;
  readonly newId: () => string;
  readonly random: () => number;
}

const raceId = demoFeedRace;
/** Of the first rows. Each batch is a second younger than the one before, and none is from the future. */
const firstSeenAt = Date.parse('2026-01-01T00:00:00Z');
const answerOf = <T>(answer: unknown, name: string): T => {
  const found = (answer as Readonly<Record<string, unknown>>)[name];
  if (found === undefined) throw new Error(`direct answered ${JSON.stringify(answer).slice(0, 300)}`);
  return found as T;
};

/** What a timer and a director do with one race: a start list, times each second, and versions of all kinds. */
export const resultsTimer = ({ direct, post, newId, random }: Needs) => {
  let [setId, key, seq, batches, next] = ['', '', 0, 0, 0];
  let bibs: number[] = [];

  return {
    get setId() {
      return setId;
    },
    /** So many runners are entered, and the results are live. */
    async begin(runners: number): Promise<void> {
      ({ setId } = answerOf<{ setId: string }>(await direct(demoFeedSet), 'savedResultSet'));
      bibs = Array.from({ length: runners }, (_, n) => n + 1);
      const csv = ['bib,name,gender', ...bibs.map((bib) => `${bib},Runner ${bib},${bib % 2 ? 'f' : 'm'}`)].join('\n');
      const file = { raceId, setId, csv };
      const { hash } = answerOf<{ hash: string }>(
        await direct({ importResults: { ...file, dryRun: true } }),
        'importedResults',
      );
      ({ seq } = answerOf<{ seq: number }>(await direct({ importResults: { ...file, hash } }), 'importedResults'));
      // They come in as nobody can guess.
      for (let n = bibs.length - 1; n > 0; n--) {
        const other = Math.floor(random() * (n + 1));
        [bibs[n], bibs[other]] = [bibs[other] ?? 0, bibs[n] ?? 0];
      }
      const made = await direct({ makeApiKey: { raceId, label: 'Timer', scopes: ['times'] } });
      ({ key } = answerOf<{ key: string }>(made, 'madeApiKey'));
      await this.publish('live');
    },
    /** So many finish, and four times as many pass a point of the course. Resolves with the state that has them. */
    async post(finishers: number): Promise<number> {
      const at = new Date(firstSeenAt + 1_000 * batches++).toISOString();
      const gunMs = 1_800_000 + batches * 1_000;
      const rows = Array.from({ length: finishers }, () => bibs[next++ % bibs.length] ?? 1).map((bib) => ({
        bib,
        gunMs: gunMs + Math.floor(random() * 600_000),
        at,
      }));
      const passing = Array.from({ length: finishers * 4 }, () => bibs[Math.floor(random() * bibs.length)] ?? 1)
        .filter((bib, n, all) => all.indexOf(bib) === n && !rows.some((row) => row.bib === bib))
        .map((bib) => ({ bib, splits: { lap1: 200_000 + Math.floor(random() * 100_000) }, at }));
      const batch = { batchId: newId(), rows: [...rows, ...passing] };
      const answer = await post(`/api/races/${raceId}/results/${setId}/times`, key, batch);
      ({ seq } = answer as { readonly seq: number });
      return seq;
    },
    async publish(kind: string, note?: string): Promise<void> {
      answerOf(await direct({ publishResults: { raceId, setId, kind, seq, ...(note && { note }) } }), 'orderedResults');
    },
    /** The one who leads loses an hour. */
    async correct(bib: number): Promise<void> {
      const change = { bib, gun: '2:00:00', reason: 'The chip of another runner.' };
      const answer = await direct({ correctResult: { raceId, setId, ...change } });
      ({ seq } = answerOf<{ seq: number }>(answer, 'correctedResult'));
    },
    async erase(bib: number): Promise<void> {
      const order = { eraseResultName: { raceId, setId, bib, reason: 'They asked.' } };
      answerOf(await direct(order), 'erasedResultName');
    },
    /** A bib that has finished. */
    aFinisher: () => bibs[Math.floor(random() * Math.min(next, bibs.length))] ?? 1,
  };
};
