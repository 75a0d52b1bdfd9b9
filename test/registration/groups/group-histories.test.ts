import { personOf } from '../../../lambdas/domain/person/person';
import { type Member, membersOf, type Submission } from '../../../lambdas/domain/registration';
import type { Recorded } from '../../../lambdas/registration/ports';
import { type GroupFacts, type Verdict, verdictOnGroup } from '../../../lambdas/registration/record/verdict';
import { groupFor } from '../../support/races/group-submission';
import { ledgerOn } from '../../support/races/ledger';
import { type MadeRace, makeRace, submissionFor } from '../../support/races/race';
import { registrationsOn } from '../../support/races/registrations';
import { type Random, random } from '../../support/random';
import { openStores } from '../../support/stores';

const stores = openStores();
const length = 120;
const seen = new Set<Verdict>();

interface Table {
  readonly spots: readonly { readonly number: number; readonly block: string | null }[];
  readonly blocks: readonly { readonly id: string; readonly owner: string | null; readonly closed: boolean }[];
  readonly registrations: readonly {
    readonly id: string;
    readonly person: string | null;
    readonly outcome: 'confirmed' | 'duplicate' | 'refused';
    readonly spot: number | null;
    readonly live: boolean;
  }[];
  readonly waiting: readonly string[];
}

const query = <Row extends object>(text: string, values: readonly unknown[]) =>
  stores.database.postgres.query<Row>(text, values);

/** The whole state, read row by row: independent of how the writer reads it. */
const read = async ({ eventId }: MadeRace): Promise<Table> => ({
  spots: await query('SELECT number, block FROM spot WHERE event_id = $1 ORDER BY number', [eventId]),
  blocks: await query('SELECT id, owner, closed FROM block WHERE event_id = $1', [eventId]),
  registrations: await query('SELECT id, person, outcome, spot, live FROM registration WHERE event_id = $1', [eventId]),
  waiting: (
    await query<{ person: string }>(`SELECT person FROM waiting WHERE event_id = $1 AND state = 'waiting'`, [eventId])
  ).map(({ person }) => person),
});

/** The facts in the terms of the rule. */
const factsIn = ({ spots, blocks, registrations, waiting }: Table, submission: Submission): GroupFacts => {
  const members: readonly Member[] = membersOf(submission);
  const persons = members.map(({ runner }) => personOf(runner));
  const isTaken = (number: number) => registrations.some(({ spot }) => spot === number);
  const isIn = (person: string) => registrations.some((row) => row.live && row.person === person);
  const ours = members.filter(({ spot }) => {
    const row = spots.find(({ number }) => number === spot);
    const block = blocks.find(({ id }) => id === submission.hold.block);
    return row?.block === submission.hold.block && (!block?.owner || block.owner === persons[0]) && !isTaken(spot);
  });
  const sellable = spots.filter(({ block }) => block === null).length;
  const isOpen = (id: string) => blocks.some((block) => block.id === id && !block.closed && block.owner === null);
  const held = spots.filter(
    ({ number, block }) =>
      block !== null && isOpen(block) && !isTaken(number) && !ours.some(({ spot }) => spot === number),
  ).length;
  return {
    before: registrations.find(({ id }) => id === submission.hold.registrationId)?.outcome,
    isAnyIn:
      persons.some(isIn) ||
      new Set(persons).size < persons.length ||
      members.slice(1).some(({ registrationId }) => registrations.some(({ id }) => id === registrationId)),
    size: members.length,
    held: ours.length,
    sellable,
    mayCome: sellable + held,
    isWaitedFor: waiting.some((person) => !isIn(person)),
  };
};

const told = (verdict: Verdict): string =>
  ({
    confirm: 'confirmed',
    'confirm-late': 'confirmed',
    refuse: 'refused',
    duplicate: 'duplicate',
    defer: 'deferred',
    'as-before': 'as before',
  })[verdict];

const answerOf = ({ decisions, deferred }: Recorded): string => {
  if (deferred.length > 0) return 'deferred';
  if (decisions[0]?.isRepeat) return 'as before';
  return [...new Set(decisions.filter(({ isRepeat }) => !isRepeat).map(({ outcome }) => outcome))].join(' and ');
};

interface BlockRow {
  readonly id: string;
  readonly numbers: number[];
  readonly owner: string | null;
}

/** What may happen around them. */
class History {
  readonly #race: MadeRace;
  readonly #random: Random;
  readonly #sent: Submission[] = [];

  constructor(race: MadeRace, chance: Random) {
    this.#race = race;
    this.#random = chance;
  }

  #pick<T>(some: readonly T[]): T | undefined {
    return some[Math.floor(this.#random.next() * some.length)];
  }

  #anybody = () => `p${this.#random.whole(1, 60)}`;

  /** Open and closed blocks, and offers, in the order they were made. */
  async #anyBlock(): Promise<BlockRow | undefined> {
    const blocks = await query<BlockRow>(
      'SELECT id, numbers, owner FROM block WHERE event_id = $1 ORDER BY deal_until, id',
      [this.#race.eventId],
    );
    return this.#random.chance(0.6) ? blocks.at(-1) : this.#pick(blocks);
  }

  /** Five sellable spots, or fewer. */
  async cut() {
    const id = this.#random.uuid(Date.now());
    await query(
      `WITH picked AS (SELECT number FROM spot WHERE event_id = $2 AND block IS NULL ORDER BY number LIMIT 5)
       INSERT INTO block (id, event_id, numbers, deal_until, closes_at)
       SELECT $1, $2, array_agg(number ORDER BY number), clock_timestamp(), now() + interval '1 hour' FROM picked HAVING count(*) > 0`,
      [id, this.#race.eventId],
    );
    await query(
      'UPDATE spot s SET block = b.id FROM block b WHERE b.id = $1 AND s.event_id = $2 AND s.number = ANY (b.numbers)',
      [id, this.#race.eventId],
    );
  }

  /** Some block ends. */
  async expire() {
    const block = await this.#anyBlock();
    if (block) await query('UPDATE block SET closes_at = clock_timestamp() WHERE id = $1', [block.id]);
    await ledgerOn(stores.database.postgres).reclaim(this.#race.eventId);
  }

  /** Some registration ends, and its spot is sellable. */
  async end() {
    const rows = await query<{ id: string; spot: number }>(
      'SELECT id, spot FROM registration WHERE event_id = $1 AND live ORDER BY spot',
      [this.#race.eventId],
    );
    const row = this.#pick(rows);
    if (!row) return;
    await query(`UPDATE registration SET live = false, spot = NULL, block = NULL, ended = 'cancelled' WHERE id = $1`, [
      row.id,
    ]);
    await query('UPDATE spot SET block = NULL WHERE event_id = $1 AND number = $2', [this.#race.eventId, row.spot]);
  }

  async alone() {
    const block = await this.#anyBlock();
    if (!block) return;
    const place = this.#random.whole(0, block.numbers.length - 1);
    const one = submissionFor(this.#race, block, place, { person: this.#anybody() });
    await registrationsOn(stores.database.postgres).record(this.#race.eventId, [one]);
  }

  /** Some of a block's spots, and sometimes others; by the owner of an offer or by anybody; or a repeated message. */
  async several(): Promise<Submission | undefined> {
    const again = this.#random.chance(0.1) ? this.#pick(this.#sent) : undefined;
    if (again) return again;
    const block = await this.#anyBlock();
    if (!block) return undefined;
    const size = this.#random.whole(2, 4);
    const from = this.#random.whole(0, block.numbers.length - 1);
    const strange = this.#random.whole(1, 6);
    const numbers = [...new Set([...block.numbers.slice(from), strange, 901, 902, 903, 904])].slice(0, size);
    const [lead, ...others] = numbers.map(this.#anybody);
    const owner = this.#random.chance(0.5) ? block.owner?.split('|')[0] : undefined;
    const people = [owner ?? lead ?? '', ...others];
    const group = groupFor(this.#race, { id: block.id, numbers }, [...numbers.keys()], { people });
    this.#sent.push(group);
    return group;
  }
}

test.each([1, 2, 3])(
  'those who come together get what the rule says, all of them, whatever happened before (seed %i)',
  async (seed) => {
    const race = await makeRace(stores.database.postgres, { spots: 8 * seed });
    const chance = random(seed);
    const history = new History(race, chance);
    await history.cut();
    for (let step = 1; step <= length; step++) {
      const roll = chance.next();
      if (roll < 0.15) await history.cut();
      else if (roll < 0.25) await history.expire();
      else if (roll < 0.35) await history.end();
      else if (roll < 0.5) await history.alone();
      const group = roll >= 0.5 ? await history.several() : undefined;
      if (!group) continue;

      const where = `seed ${seed}, step ${step}`;
      const before = await read(race);
      const verdict = verdictOnGroup(factsIn(before, group));
      const recorded = await registrationsOn(stores.database.postgres).recordGroup(group);
      expect({ where, told: answerOf(recorded) }).toEqual({ where, told: told(verdict) });
      seen.add(verdict);

      const after = await read(race);
      const rows = membersOf(group).map(({ registrationId }) =>
        after.registrations.find(({ id }) => id === registrationId),
      );
      const live = rows.filter((row) => row?.live && !before.registrations.some(({ id }) => id === row.id)).length;
      expect({ where, live: [0, rows.length].includes(live) }).toEqual({ where, live: true });
      // Those who are not confirmed leave every spot as it was.
      if (told(verdict) !== 'confirmed') expect({ where, spots: after.spots }).toEqual({ where, spots: before.spots });
      const lost = after.spots.filter(
        ({ number, block }) =>
          block !== null &&
          !after.blocks.some(({ id, closed }) => id === block && !closed) &&
          !after.registrations.some(({ spot }) => spot === number),
      );
      expect({ where, lost }).toEqual({ where, lost: [] });
    }
  },
  120_000,
);

test('and all of it came to pass', () => {
  expect([...seen].sort()).toEqual(['as-before', 'confirm', 'confirm-late', 'defer', 'duplicate', 'refuse']);
});
