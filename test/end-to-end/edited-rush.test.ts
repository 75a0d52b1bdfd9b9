import * as v from 'valibot';
import { race } from '../../lambdas/api/messages/races';
import { uuid7 } from '../../lambdas/platform/uuid';
import { runTest } from '../../loadtest/run-test';
import { settledBooks } from '../../loadtest/target/books';
import { oneEventRace } from '../../loadtest/target/one-event-race';
import { verdict } from '../../loadtest/verdict/verdict';
import { withDatabase } from './support/database';
import { direct } from './support/director';
import { runSystem } from './support/running-system';
import { type AskConsole, ownerOf } from './support/staff';
import { brokenIn } from './support/watch';

jest.setTimeout(1_800_000);

/**
 * Console.md, section 18: an opening during which the race is edited twenty times, is paused, and grows. `RUNNERS=10000` makes it as
 * large as there.
 */
const system = runSystem();

const runners = Number(process.env.RUNNERS ?? 1_000);
const isWhole = runners >= 10_000;
/** Seconds in which the crowd sets off. */
const within = isWhole ? 300 : 60;
const pauseSeconds = isWhole ? 30 : 10;
const edits = 20;
const [pausedAfter, grownAfter] = [6, 11];
/** Too few for everybody, and after the cap was raised enough, also while the numbers of a stopped block are on their way back. */
const capacity = { before: Math.floor(runners * 0.9), after: runners + 300 };

const raceId = 'edited-run';
const eventId = uuid7();
const firstPrice = 2_000;
const priceOf = (edit: number) => firstPrice + edit * 10;
const textOf = (edit: number) => `Edit ${edit} of the day.`;
const probes = 3;
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** What a probe read, and when. Milliseconds of `performance.now()`. */
interface Reading {
  readonly edit: number;
  readonly amount: number | undefined;
  readonly at: number;
}

/** Reads the race as a browser does, each second, until it is stopped. */
const probe = (readings: Reading[], signal: AbortSignal) => async () => {
  while (!signal.aborted) {
    const answer = await fetch(`${system.url}/api/races/${raceId}`);
    const { description, events } = v.parse(race, await answer.json());
    const edit = Number(/^Edit (\d+) /.exec(description)?.[1]);
    readings.push({ edit, amount: events[0]?.prices[0]?.amount, at: performance.now() });
    await seconds(1);
  }
};

const shown = v.object({
  seen: v.string(),
  document: v.looseObject({
    id: v.string(),
    events: v.array(v.looseObject({ prices: v.array(v.looseObject({ amount: v.number() })) })),
  }),
});
const saved = v.object({ savedDraft: v.object({ seen: v.string(), errors: v.array(v.unknown()) }) });
const planned = v.object({ planned: v.object({ hash: v.string(), seen: v.string() }) });
const published = v.object({ published: v.object({ seenWithin: v.number() }) });

/** Publishes another text and another price. Resolves with the moment when the console said that it is done. */
const publish = async (ask: AskConsole, edit: number): Promise<number> => {
  const at = `/races/${raceId}`;
  const { seen, document } = v.parse(shown, await ask('GET', `${at}/document`));
  const { id: _, ...content } = document;
  const draft = {
    ...content,
    description: textOf(edit),
    events: content.events.map((event) => ({
      ...event,
      prices: event.prices.map((price) => ({ ...price, amount: priceOf(edit) })),
    })),
  };
  const { savedDraft } = v.parse(saved, await ask('PUT', `${at}/draft`, { json: { draft }, seen }));
  expect(savedDraft.errors).toEqual([]);
  const { planned: plan } = v.parse(planned, await ask('POST', `${at}/plan`, { json: {} }));
  const answer = await ask('POST', `${at}/publication`, { json: { plan: plan.hash }, seen: plan.seen });
  expect(v.parse(published, answer).published.seenWithin).toBe(10);
  return performance.now();
};

/** The director's day. Resolves with the moment of each edit. */
const directTheRace = async (ask: AskConsole): Promise<readonly number[]> => {
  const order = (name: string, json: object) => ask('POST', `/races/${raceId}/commands/${name}`, { json });
  const moments: number[] = [];
  for (let edit = 1; edit <= edits; edit++) {
    moments.push(await publish(ask, edit));
    if (edit === pausedAfter) {
      await order('changeSale', { sale: 'paused' });
      await seconds(pauseSeconds);
      await order('changeSale', { sale: 'on' });
    }
    if (edit === grownAfter) await order('changeCapacity', { eventId, capacity: capacity.after });
    await seconds((within - pauseSeconds) / edits);
  }
  return moments;
};

test(
  `${runners} runners register while the race is edited ${edits} times, is paused and grows: each pays what they were shown`,
  system.watched(async () => {
    const { createRace } = oneEventRace({
      ...{ raceId, eventId, name: 'Edited Run', description: textOf(0), spots: capacity.before },
      opensAt: new Date(Date.now() - 1000),
    });
    const [event] = createRace.events;
    await direct(system, [
      {
        createRace: {
          ...createRace,
          sale: { limits: { freePerAddress: 2 * runners, mostPerAddress: 2 * runners } },
          events: [{ ...event, prices: [{ label: 'Regular', from: createRace.opensAt, amount: firstPrice }] }],
        },
      },
    ]);
    const ask = await ownerOf(system);
    const stop = new AbortController();
    const read = Array.from({ length: probes }, (): Reading[] => []);
    const reading = Promise.all(read.map((readings) => probe(readings, stop.signal)()));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });

    const [{ outcomes }, moments] = await Promise.all([
      runTest({
        wish: {
          ...{ scenario: 'opening', runners, within, think: [0, 2], race: raceId },
          ...{ card: '4242424242424242', seed: 1, joins: 0 },
        },
        url: system.url,
        windows: { status: system.status, mail: system.mail },
        deadlineSeconds: 600,
        onOutcome: begin,
      }),
      begun.then(() => directTheRace(ask)),
    ]);
    await seconds(10);
    stop.abort();
    await reading;

    const { books } = await settledBooks({ status: system.status, mail: system.mail }, raceId, 180);
    const checks = verdict(outcomes, { ...books, capacity: capacity.after, heldByOthers: 0 });
    expect(checks.filter(({ holds }) => !holds)).toEqual([]);
    expect(books.rows).toBe(runners + 1);

    const charged = await withDatabase(system, (postgres) =>
      postgres.query<{ id: string; amount: number }>(
        `SELECT g.id, p.amount FROM registration g JOIN payment p ON p.registration_id = g.id
         WHERE g.event_id = $1 AND g.live AND p.state = 'captured' ORDER BY g.id`,
        [eventId],
      ),
    );
    const told = outcomes.flatMap((one) =>
      one.kind === 'confirmed' ? [{ id: one.registrationId, amount: one.total }] : [],
    );
    expect(charged).toEqual(told.sort((a, b) => (a.id < b.id ? -1 : 1)));

    const late = moments.flatMap((moment, n) =>
      read.flatMap((readings, which) => {
        const seen = readings.find(({ edit }) => edit >= n + 1);
        const after = ((seen?.at ?? Number.POSITIVE_INFINITY) - moment) / 1000;
        return after <= 10 ? [] : [{ edit: n + 1, probe: which, after }];
      }),
    );
    expect(late).toEqual([]);
    // Text and price of one edit are seen at once.
    expect(read.flat().filter(({ edit, amount }) => amount !== priceOf(edit))).toEqual([]);
    // The edits met the crowd: otherwise the equality says nothing.
    expect(new Set(told.map(({ amount }) => amount)).size).toBeGreaterThan(edits / 2);

    expect(await brokenIn(system)).toEqual([]);
  }),
);
