import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { holdGranted } from '../../lambdas/api/messages/holds';
import { type LineDocumentMessage, lineDocument, passMessage } from '../../lambdas/api/messages/line';
import { problem } from '../../lambdas/api/problems';
import { recordedAfterEndSeconds } from '../../lambdas/line/draw/messages';
import { turnOf } from '../../lambdas/line/rules/signed-turns';
import { uuid7 } from '../../loadtest/uuid7';
import { beaconUrl, localhost } from '../../local/addresses';
import { until } from '../support/until';
import { nothing } from './support/books';
import { type Answer, type Client, openPatientClient } from './support/client';
import { withDatabase } from './support/database';
import { direct } from './support/director';
import { decided, submissionFor } from './support/program';
import type { RunningSystem } from './support/running-system';
import type { Walks } from './support/side-by-side';

const raceId = 'the-pier-mile';
/** Long enough that the line is made and people come, on a busy machine. */
const secondsToGun = 40;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const day = 86_400;

const makeRace = async (system: RunningSystem): Promise<string> => {
  const eventId = uuid7();
  const createRace = {
    ...{ id: raceId, name: 'The Pier Mile', place: 'Brighton', date: inSeconds(90 * day).slice(0, 10) },
    ...{ timeZone: 'Europe/London', description: 'Out and back.', currency: 'GBP' },
    ...{ opensAt: inSeconds(secondsToGun), closesAt: inSeconds(60 * day), lineMode: 'always' },
    changes: { refundPercent: 0 },
    waiver: { version: '1', text: 'I am fit to run.' },
    events: [
      {
        ...{ id: eventId, name: 'Mile', distance: 1_609, capacity: 8 },
        prices: [{ label: 'Regular', from: inSeconds(-day), amount: 1_000 }],
      },
    ],
  };
  await direct(system, [{ createRace }]);
  return eventId;
};

const at = (path: string) => `/api/races/${raceId}/${path}`;

/** Somebody with a pass. Their turn is known when the draw is. */
const enter = async (client: Client) => {
  await client('POST', at('line/arrival'));
  const answer = await client('POST', at('line/pass'));
  expect(answer.status).toBe(201);
  const pass = v.parse(passMessage, answer.body);
  return {
    client,
    pass,
    turn: ({ seed }: LineDocumentMessage) => turnOf(pass, seed === undefined ? undefined : Buffer.from(seed, 'hex')),
  };
};
type Waiting = Awaited<ReturnType<typeof enter>>;

const verifyDraw = (address: string, beacon: string) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [
      ...['--import', 'tsx', 'operations/verify-draw/main.ts', address, '--beacon', beacon],
    ]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
      });
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, said }));
  });

/** A copy of the document is a second old, on a busy machine some more. */
const documentSeconds = 5;

/** A race whose line runs from the lobby to its end by itself. */
export const lineRuns = (system: RunningSystem, { walk }: Walks): void =>
  walk(
    'a line lets people in, draws, calls by turn, opens and ends, and everybody can check its draw',
    nothing,
    async () => {
      const eventId = await makeRace(system);
      const look = openPatientClient(system.url);
      const read = async () => {
        const { status, body } = await look('GET', at('line'));
        return status === 200 ? v.parse(lineDocument, body) : undefined;
      };
      let before = 0;
      /** Asks once a second until the line is so, as those who wait do. */
      const when = (what: string, is: (line: LineDocumentMessage) => boolean, seconds = 60) =>
        until(
          async () => {
            const line = await read();
            const calledTo = line?.events[0]?.calledTo ?? 0;
            expect(calledTo).toBeGreaterThanOrEqual(before);
            before = calledTo;
            if (line && is(line)) return line;
            await setTimeout(500);
            return undefined;
          },
          seconds,
          () => `the line is ${what}`,
        );
      const hold = (client: Client) => client('POST', at('holds'), { json: { registrationId: uuid7(), eventId } });
      const reasonOf = ({ body }: Answer) => v.parse(problem, body).type.split('/').at(-1);
      const refusal = async (client: Client) => reasonOf(await hold(client));

      const lobby = await when('in the lobby', ({ state }) => state === 'lobby', secondsToGun);
      expect(lobby).toMatchObject({ atGun: 'draw', commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
      // Caches hear of the line after its commit.
      const availability = v.object({ line: v.optional(v.string()) });
      await until(
        async () => v.parse(availability, (await look('GET', at('availability'))).body).line === 'lobby',
        30,
        () => 'the race says that it has a line',
      );
      const edgeKey = `${localhost(system.ports.edgeStore)}/key-value-stores/local/keys/line.${raceId}`;
      await until(
        async () => (await fetch(edgeKey)).ok,
        30,
        () => 'the edge knows the line',
      );

      // On a busy machine the function at the edge is too slow for a moment, and the origin answers for it.
      const stampedByEdge = await until(
        async () => {
          const client = openPatientClient(system.url);
          const { headers } = await client('POST', at('line/arrival'));
          return /^FunctionGenerated/.test(String(headers['x-cache'])) ? client : undefined;
        },
        30,
        () => 'the edge stamps an arrival',
      );
      const first = await enter(stampedByEdge);
      // The same browser in another tab.
      expect((await enter(first.client)).pass).toEqual(first.pass);
      const drawn = [first];
      while (drawn.length < 12) drawn.push(await enter(openPatientClient(system.url)));
      expect(new Set(drawn.map(({ pass }) => pass.wave))).toEqual(new Set([0]));
      expect(await refusal(first.client)).toBe('not-open-yet');

      await when('closing', ({ state }) => state === 'closing', secondsToGun);
      const late = await enter(openPatientClient(system.url));
      expect(late.pass.wave).toBeGreaterThan(1);
      expect(await refusal(openPatientClient(system.url))).toBe('join-line');
      expect(await refusal(first.client)).toBe('not-your-turn');
      const fixed = await when('drawn by the beacon', ({ list }) => list !== undefined);
      expect(fixed.list).toMatchObject({ count: 12, late: 0 });

      // Eight spots: the first call is for about six of twelve, and the draw may put all turns behind it. Then it calls on.
      const called = await when('calling the first of the draw', (line) => {
        const calledTo = line.events[0]?.calledTo ?? 0;
        return line.state === 'calling' && drawn.some(({ turn }) => (turn(line) ?? 1) < calledTo);
      });
      expect(called).toMatchObject({ list: fixed.list, beacon: { signature: expect.any(String) } });
      const everybody = [...drawn, late].sort((one, other) => (one.turn(called) ?? 0) - (other.turn(called) ?? 0));
      const held: Waiting[] = [];
      const isCalled = async (one: Waiting) => (one.turn(called) ?? 1) < ((await read())?.events[0]?.calledTo ?? 0);
      /** The copy of the function that is asked may be a second older than the document that calls: then they ask again. */
      const holdOnceCalled = async (one: Waiting) => {
        for (let second = 0; second < documentSeconds && (await isCalled(one)); second++) {
          const answer = await hold(one.client);
          if (answer.status === 201 || reasonOf(answer) !== 'not-your-turn') return answer;
          await setTimeout(1_000);
        }
        return hold(one.client);
      };
      const holdInTurn = async (waiting: readonly Waiting[]) => {
        for (const one of waiting) {
          const answer = await holdOnceCalled(one);
          if (answer.status !== 201) return v.parse(problem, answer.body);
          // What was called when they asked is at most what is called now; the document may be seconds older than that.
          await until(
            () => isCalled(one),
            documentSeconds,
            () => 'the document calls those who could hold',
          );
          held.push(one);
          if (held.length === 1) {
            const given = v.parse(holdGranted, answer.body);
            await one.client('PUT', `/api/registrations/${given.registrationId}`, { json: submissionFor(given) });
            expect((await decided(one.client, given)).status).toBe('confirmed');
          }
        }
        return undefined;
      };
      expect(await refusal(everybody.at(-1)?.client ?? look)).toBe('not-your-turn');
      await holdInTurn(everybody);
      expect(held.length).toBeGreaterThan(0);
      expect(held.length).toBeLessThan(9);

      await direct(system, [{ changeCapacity: { raceId, eventId, capacity: 40 } }]);
      await when('called to its end', ({ events }) => (events[0]?.calledTo ?? 0) > (late.turn(called) ?? 0));
      expect(await holdInTurn(everybody.slice(held.length))).toBeUndefined();
      expect(held).toHaveLength(everybody.length);

      const open = await when('open', ({ state }) => state === 'open', 120);
      // Also here the copy of the function that is asked may be older than the document.
      await until(
        async () => (await hold(openPatientClient(system.url))).status === 201,
        documentSeconds,
        () => 'everybody may ask',
      );
      await withDatabase(system, (sql) => sql.query('UPDATE race SET closes_at = now() WHERE id = $1', [raceId]));
      await until(
        async () => (await read()) === undefined,
        60,
        () => 'the line is over',
      );
      await until(
        async () => (await fetch(edgeKey)).status === 404,
        recordedAfterEndSeconds + 60,
        () => 'the edge forgets the line',
      );
      const ended = async () => {
        const [line] = await withDatabase(system, (sql) =>
          sql.query<{ finished: boolean }>('SELECT finished_at IS NOT NULL AS finished FROM line WHERE race_id = $1', [
            raceId,
          ]),
        );
        return line?.finished;
      };
      await until(ended, 120, () => 'everything is done that follows its end');

      const proof = `${system.url}/proof/${open.lineId}`;
      const calls = await fetch(`${proof}/calls.json`);
      expect(v.parse(v.array(v.tuple([v.string(), v.literal(eventId), v.number()])), await calls.json())).not.toEqual(
        [],
      );
      const { code, said } = await verifyDraw(proof, beaconUrl(system.ports));
      expect([code, said]).toEqual([0, expect.stringContaining(`Each of ${held.length} turns`)]);
      expect(said).not.toContain('not over yet');
    },
  );
