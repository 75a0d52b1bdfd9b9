import { setTimeout } from 'node:timers/promises';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import { SignedCodes } from '../../../lambdas/bibs/desk/signed-codes';
import { openSecret } from '../../../lambdas/platform/secret';
import { uuid7 } from '../../../loadtest/uuid7';
import { secretIds } from '../../../local/services/secrets/secret-ids';
import { percentile } from '../../cache/percentiles';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { figuresOf, type Measured } from '../results';
import { type Ask, asking } from '../system/ask-console';
import { signDirectorIn, withOwner } from '../system/bench-participants';
import { benchEventId, benchRace, benchRaceId } from '../system/bench-race';
import { addRunnersWithSpots, runnerId } from '../system/bench-runners';
import { withSystem } from '../system/own-system';
import { number } from '../words';

export interface Size {
  readonly runners: number;
  /** Desks, each with a browser of its own, which scan once a second. */
  readonly desks: number;
  readonly seconds: number;
}

const sizes = {
  full: { runners: 50_000, desks: 20, seconds: 60 },
  short: { runners: 2_000, desks: 5, seconds: 5 },
} as const satisfies Record<string, Size>;

const scanMs = 1_000;

const assigned = v.object({ assignedBibs: v.object({ given: v.number(), leftOut: v.number() }) });
const checkedIn = v.object({ checkedIn: v.object({ scans: v.array(v.object({ verdict: v.string() })) }) });

/** The codes that the runners with these spots show. */
const codesOf = (secretsPort: number, spots: readonly number[]): Promise<readonly string[]> => {
  const client = new SecretsManagerClient({
    region: 'eu-central-1',
    endpoint: `http://localhost:${secretsPort}`,
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });
  const codes = new SignedCodes(openSecret(secretIds.signingKeys, { client }));
  return Promise.all(spots.map((spot) => codes.make(benchRaceId, runnerId(spot))));
};

interface Scanned {
  /** Milliseconds of each answer. */
  readonly taken: readonly number[];
  readonly notIn: number;
}

/** Each desk scans the next of its codes once a second, and the desks are evenly spread over it. */
const scanAll = async (desks: readonly Ask[], codes: readonly string[], signal: AbortSignal): Promise<Scanned> => {
  const taken: number[] = [];
  let notIn = 0;
  const each = async (ask: Ask, desk: number) => {
    const from = performance.now() + (scanMs * desk) / desks.length;
    const mine = codes.filter((_, n) => n % desks.length === desk);
    for (const [turn, code] of mine.entries()) {
      await setTimeout(Math.max(0, from + turn * scanMs - performance.now()), undefined, { signal });
      const [began, at] = [performance.now(), new Date().toISOString()];
      const scans = [{ id: uuid7(), kind: 'in', code, at }];
      const content = { station: `Desk ${desk + 1}`, sentAt: at, scans };
      const { checkedIn: answer } = await ask('POST', '/commands/checkIn', checkedIn, { json: content });
      taken.push(performance.now() - began);
      if (answer.scans[0]?.verdict !== 'in') notIn++;
    }
  };
  await Promise.all(desks.map(each));
  return { taken, notIn };
};

export const measureCheckIn = (
  { runners, desks, seconds }: Size,
  { say, signal }: Pick<Stage, 'say' | 'signal'>,
): Promise<Measured> =>
  withSystem([benchRace(runners)], ({ system }) =>
    withOwner(system.urls.ownerDatabase, async (client) => {
      await addRunnersWithSpots(client, runners);
      const cookies = await signDirectorIn(client, desks);
      const [first, ...more] = cookies.map((cookie) => asking(system.urls.page, cookie, signal));
      if (!first) throw new Error('There is at least one desk.');
      const ranges = [{ eventId: benchEventId, from: 1, to: runners }];
      await first('POST', '/commands/saveBibRanges', v.looseObject({}), { json: { ranges } });
      const began = performance.now();
      const { assignedBibs } = await first('POST', '/commands/assignBibs', assigned, { json: {} });
      const batch = (performance.now() - began) / 1_000;
      say(`  ${number(assignedBibs.given)} bibs in ${number(batch)} s`);
      const scans = Array.from({ length: desks * seconds }, (_, n) => 1 + n);
      const codes = await codesOf(system.ports.secrets, scans);
      const { taken, notIn } = await scanAll([first, ...more], codes, signal);
      const figures = {
        bibs: runners - assignedBibs.given,
        batch,
        scan: percentile(taken, 0.5),
        scanLate: percentile(taken, 0.99),
        notIn,
      };
      return { kind: 'measured', figures: figuresOf(figures), details: [], notes: [] };
    }),
  );

const { runners, desks, seconds } = sizes.full;

export const checkIn: Benchmark = {
  id: 'check-in',
  title: 'Bibs and check-in',
  baseline: 'none published.',
  how: `a race with ${number(runners)} runners. A director gives all of them a bib by one command; then ${desks} desks check one runner in each second for ${seconds} s, by the signed codes that runners show, each from a browser of its own (short: ${number(sizes.short.runners)} runners, ${sizes.short.desks} desks, ${sizes.short.seconds} s).`,
  goals: [
    { id: 'bibs', name: 'runners without a bib after it', unit: '', target: { most: 0 } },
    { id: 'batch', name: `bibs for ${number(runners)} runners`, unit: 's', target: { most: 20 } },
    { id: 'scan', name: 'an answer to a scan, median', unit: 'ms' },
    { id: 'scanLate', name: 'the same, p99', unit: 'ms', target: { most: 200 } },
    { id: 'notIn', name: 'runners who were not checked in', unit: '', target: { most: 0 } },
  ],
  measure: (stage) => measureCheckIn(sizeOf(sizes, stage.size), stage),
};
