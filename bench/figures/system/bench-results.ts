import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { writeKey } from '../../../lambdas/api-keys/api-key';
import { randomOf } from '../../../loadtest/generator/random';
import { uuid7 } from '../../../loadtest/uuid7';
import { benchEventId, benchRaceId } from './bench-race';

export const benchSetId = '0199a000-0000-7000-8000-00000000c000';

const syllables =
  'an ar ba be bo da de el en er fa ga ha il in ja ka la le li ma mi mo na ne no ol or pa ra re ri ro sa se ta ti to va vi'.split(
    ' ',
  );

/** Names of two or three syllables. As among people, some are very common and most are rare: Zipf's law. */
const nameOf = (random: () => number, names: number): string => {
  const rank = Math.floor(names ** random());
  const own = randomOf(names, rank);
  const word = Array.from({ length: 2 + Math.floor(own() * 2) }, () => syllables[Math.floor(own() * syllables.length)]);
  const text = word.join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const runnersOf = (count: number) => {
  const random = randomOf(20);
  return Array.from({ length: count }, (_, n) => ({
    bib: n + 1,
    name: `${nameOf(random, 2_000)} ${nameOf(random, 20_000)}`,
    gender: random() < 0.4 ? 'f' : 'm',
    age: 18 + Math.floor(random() * 60),
    club: random() < 0.3 ? `${nameOf(random, 400)} Runners` : null,
    country: 'DE',
    gun: 7_600_000 + Math.floor(random() * 14_000_000),
  }));
};

const ageGroups = ['f', 'm'].flatMap((gender) =>
  [0, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75].map((from, n, all) => ({
    code: `${gender.toUpperCase()}${from}`,
    gender,
    from,
    to: (all[n + 1] ?? 151) - 1,
  })),
);

const makeSet = `
  INSERT INTO result_set (id, race_id, event_id, position, name, rank_by, gun_places, rounding, genders, age_groups, points)
  VALUES ($1, $2, $3, 1, 'Marathon', 'chip', 100, 'up-to-second',
    '[{"code":"f","label":"Women"},{"code":"m","label":"Men"}]', $4, '[{"code":"half","label":"Half way","metres":21097}]')`;

/** Those with the first $3 bibs are in. */
const addRunners = `
  INSERT INTO result (set_id, bib, name, gender, age, club, country, status, gun_ms, chip_ms, splits)
  SELECT $1, bib, name, gender, age, club, country, CASE WHEN bib <= $3 THEN 'finished' ELSE 'entered' END,
    CASE WHEN bib <= $3 THEN gun END, CASE WHEN bib <= $3 THEN gun - bib % 60000 END, jsonb_build_object('half', gun / 2)
  FROM jsonb_to_recordset($2::jsonb) AS r (bib int, name text, gender text, age int, club text, country text, gun int)`;

const order = `
  UPDATE result_set SET due_kind = $2, due_note = '', due_seq = seq, due_at = now(), is_live = $2 = 'live' WHERE id = $1`;

const addKey = `
  INSERT INTO api_key (id, race_id, label, secret_hash, scopes) VALUES ($1, $2, 'Timer', $3, '{times}')`;

interface LiveResults {
  readonly entered: number;
  /** How many of them, by their bibs, are in. */
  readonly finished: number;
}

const add = async (
  ownerUrl: string,
  { entered, finished }: LiveResults,
  kind: 'official' | 'live',
  more: (client: pg.Client) => Promise<unknown> = async () => undefined,
): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(makeSet, [benchSetId, benchRaceId, benchEventId, JSON.stringify(ageGroups)]);
    await client.query(addRunners, [benchSetId, JSON.stringify(runnersOf(entered)), finished]);
    await more(client);
    await client.query(order, [benchSetId, kind]);
  } finally {
    await client.end();
  }
};

/** A set of the bench's race with so many finishers in 25 lists, whose first version is due. */
export const addResults = (ownerUrl: string, finishers: number): Promise<void> =>
  add(ownerUrl, { entered: finishers, finished: finishers }, 'official');

/** The same, live, while many are still running. Resolves with the key of a timer. */
export const addLiveResults = async (ownerUrl: string, runners: LiveResults): Promise<string> => {
  const key = { id: uuid7(), secret: randomBytes(32).toString('base64url') };
  const hash = createHash('sha256').update(key.secret).digest('base64url');
  await add(ownerUrl, runners, 'live', (client) => client.query(addKey, [key.id, benchRaceId, hash]));
  return writeKey(key);
};
