import { events } from './races';
import { until } from './until';
import type { World } from './world';

/** Of a bib whose name was taken out before anything was published, and of one in a set that nobody published. */
export const hiddenName = 'Zoltán Unforgettable';
export const unpublishedName = 'Unpublished Runner';

/** A race whose results are public, which is told live, and machines that may say something of it. */
export interface RaceDay {
  /** The ids of its sets: one is published, the other is not. */
  readonly shown: string;
  readonly draft: string;
  readonly hiddenBib: number;
  /** Keys: for times, for the feed, one that was withdrawn, and one of another race for both. */
  readonly times: string;
  readonly feedKey: string;
  readonly withdrawn: string;
  readonly elsewhere: string;
}

const made = new WeakMap<World, Promise<RaceDay>>();

/** The same for all attacks on one system. */
export const openRaceDay = (world: World): Promise<RaceDay> => {
  const known = made.get(world);
  if (known) return known;
  const opened = open(world);
  made.set(world, opened);
  return opened;
};

const hiddenBib = 3;
const runners = 260;

const csv = [
  'bib,name,gender,club,gun',
  ...Array.from({ length: runners }, (_, n) =>
    [
      n + 1,
      n + 1 === hiddenBib ? hiddenName : `Runner Nr${n + 1}`,
      n % 2 ? 'f' : 'm',
      'Secret Club',
      `1:${String(10 + (n % 50))}:00`,
    ].join(','),
  ),
].join('\n');

const open = async ({ target }: World): Promise<RaceDay> => {
  const { raceId, eventId } = events.told;
  const order = async (...orders: readonly object[]) =>
    (await target.direct(orders)).map((answer) => Object.values(answer)[0] as Readonly<Record<string, string>>);
  const key = (label: string, scopes: readonly string[], race: string = raceId) => ({
    makeApiKey: { raceId: race, label, scopes },
  });
  const [shown, draft, times, feedKey, withdrawn, elsewhere] = await order(
    { saveResultSet: { raceId, eventId, name: 'Shown' } },
    { saveResultSet: { raceId, eventId, name: 'Draft' } },
    key('Timer', ['times']),
    key('Speaker', ['feed']),
    key('Withdrawn', ['times', 'feed']),
    key('Elsewhere', ['times', 'feed'], events.large.raceId),
    { changeFeed: { raceId, state: 'live', allowedPerSecond: 100 } },
  );
  const setId = shown?.setId ?? '';
  const file = { raceId, setId, csv };
  const secret = { raceId, setId: draft?.setId ?? '', csv: `bib,name\n1,${unpublishedName}` };
  const [tried, triedSecret] = await order(
    { importResults: { ...file, dryRun: true } },
    { importResults: { ...secret, dryRun: true } },
  );
  const messages = Array.from({ length: 12 }, (_, n) => ({
    id: `0199b001-0000-7000-8000-${String(n).padStart(12, '0')}`,
    kind: 'comment',
    text: `Message ${n + 1}`,
  }));
  const [imported] = await order(
    { importResults: { ...file, hash: tried?.hash } },
    { importResults: { ...secret, hash: triedSecret?.hash } },
    { eraseResultName: { raceId, setId, bib: hiddenBib, reason: 'They asked for it.' } },
    { withdrawApiKey: { raceId, keyId: withdrawn?.keyId } },
    { publishFeed: { raceId, messages } },
  );
  await order({ publishResults: { raceId, setId, kind: 'official', seq: imported?.seq } });
  await until('results are published', async () =>
    (await (await fetch(`${target.url}/results/${raceId}/current.json`)).text()).includes(setId),
  );
  return {
    shown: setId,
    draft: draft?.setId ?? '',
    hiddenBib,
    times: times?.key ?? '',
    feedKey: feedKey?.key ?? '',
    withdrawn: withdrawn?.key ?? '',
    elsewhere: elsewhere?.key ?? '',
  };
};
