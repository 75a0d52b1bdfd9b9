import type { Form } from '../../../lambdas/api/form/definition/form';
import { answersFor, itemsFor } from '../../../lambdas/api/form/fill';
import { publishedForm } from '../../../lambdas/api/messages/form/forms';
import { randomOf } from '../../../loadtest/generator/random';
import { get } from '../../../loadtest/target/get';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { type Attempt, type Found, highestRate } from '../highest-rate';
import { letHold, letQuote, type Quoted, type Shopper } from '../quote-crowd';
import { figuresOf, type Measured } from '../results';
import { benchEventId, benchRace, benchRaceId } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { fullForm } from '../system/form-race';
import { withSystem } from '../system/own-system';
import { number } from '../words';

/** Quotes a second before anything is measured. */
const warmUpRate = 250;

const [p99LimitMs, targetRate] = [100, 1_000];

interface Size {
  /** Quotes a second of the first attempt, and of the highest. */
  readonly from: number;
  readonly to: number;
  readonly halvings: number;
  /** The length of each attempt. */
  readonly seconds: number;
}

const sizes = {
  full: { from: 250, to: targetRate, halvings: 2, seconds: 4 },
  short: { from: 100, to: 100, halvings: 0, seconds: 2 },
} as const satisfies Record<string, Size>;

/** Everybody asks for other pieces each time, and what they drop may come back late. */
const stockFor = 10;

interface Tried extends Quoted, Attempt {
  readonly gatewayMicros: number;
}

export const measureQuote = async (
  { from, to, halvings, seconds }: Size,
  { say, signal }: Stage,
): Promise<Measured> => {
  const most = to * seconds;
  return withSystem(
    [benchRace(most + 1)],
    async ({ system }) => {
      const url = system.urls.page;
      const form = (await get(publishedForm, `${url}/api/races/${benchRaceId}/forms/1`)) as unknown as Form;
      say(`  ${number(most)} people hold a spot each`);
      const people = await letHold(url, most, signal);
      let asked = 0;
      const entryOf = (n: number) => {
        const random = randomOf(asked, n);
        const items = [...itemsFor(form, benchEventId, random)];
        return {
          person: { answers: answersFor(form, benchEventId, 'person', random), items },
          order: { answers: {} },
        };
      };
      const at = (shoppers: readonly Shopper[], within: number) => {
        asked++;
        return letQuote({ url, shoppers, entryOf, within, signal });
      };
      // Compiles the code: until then a quote takes five times as much, at any rate. Those who ask in a later attempt ask again, for
      // other sizes.
      for (const n of [1, 2]) await at(people.slice(0, warmUpRate * seconds * n), seconds * n);
      const attempt = async (rate: number): Promise<Tried> => {
        const { result, seconds: cpu } = await cpuUsedBy(system, ['gateway'], () =>
          at(people.slice(-rate * seconds), seconds),
        );
        const gatewayMicros = (cpu * 1e6) / (rate * seconds);
        const isKept = result.p99 <= p99LimitMs && Object.keys(result.answers).every((kind) => kind === 'quoted');
        const isVoid = result.void.length > 0;
        say(`  ${rate}/s: p99 ${number(result.p99)} ms, ${number(gatewayMicros)} µs each${isVoid ? ', void' : ''}`);
        return { rate, gatewayMicros, ...result, verdict: isVoid ? 'void' : isKept ? 'kept' : 'missed' };
      };
      return measuredFrom(await highestRate(attempt, { from, most: to, halvings }));
    },
    // Nothing runs out: a quote that is refused is another one.
    { orders: fullForm(most * stockFor) },
  );
};

const measuredFrom = ({ best, limit, attempts }: Found<Tried>): Measured => {
  const generator = attempts.find(({ verdict }) => verdict === 'void')?.void ?? [];
  const refused = attempts.flatMap(({ answers }) => Object.entries(answers).filter(([kind]) => kind !== 'quoted'));
  return {
    kind: 'measured',
    figures: [
      ...figuresOf({ rate: best?.rate ?? 0 }, limit === 'generator' ? generator : []),
      ...figuresOf({
        ...(best && { p99: best.p99 }),
        cpu: Math.min(...attempts.map(({ gatewayMicros }) => gatewayMicros)),
      }),
    ],
    details: [
      {
        head: ['quotes/s planned', 'answered/s', 'p50, ms', 'p99, ms', 'CPU of the gateway, µs', ''],
        rows: attempts.map((one) => [
          ...[one.rate, one.perSecond, one.p50, one.p99, one.gatewayMicros].map(number),
          one.verdict,
        ]),
      },
    ],
    notes: refused.map(([kind, count]) => `${number(count)} were answered ${kind}.`),
  };
};

export const quote: Benchmark = {
  id: 'quote',
  title: 'Quote',
  baseline: 'none published.',
  how: `people who hold a spot have an entry quoted in a race with five questions, shirts in six limited sizes, and hoodies: each piece is claimed, and who asks again takes other pieces. The rate is doubled from ${sizes.full.from} to ${number(targetRate)} a second until it is missed twice, then the gap is halved twice; ${sizes.full.seconds} s each (short: ${sizes.short.to} a second for ${sizes.short.seconds} s), after two crowds of ${warmUpRate} a second that nobody measures. The gateway stands for CloudFront, API Gateway and Lambda in one process, and its CPU is counted whole.`,
  goals: [
    {
      id: 'rate',
      name: `quotes at p99 ≤ ${p99LimitMs} ms`,
      unit: '/s',
      normalised: { by: 'node', as: 'rate' },
      target: { least: targetRate },
      fullOnly: true,
      heldBy:
        'CPU: gateway, memcached, PostgreSQL and the generator share two cores. The table below has what the gateway alone uses of a quote. What would lift it: more processes, as Lambda would start them.',
    },
    { id: 'p99', name: 'p99 at that rate', unit: 'ms', target: { most: p99LimitMs } },
    {
      id: 'cpu',
      name: 'CPU of the gateway, function included, for a quote',
      unit: 'µs',
      normalised: { by: 'node', as: 'cost' },
      target: { most: 350 },
      heldBy:
        'The gateway turns each request into an event and back, which the target leaves out: 128 µs of a signed-in request are for that, the session and a small answer.',
    },
  ],
  measure: (stage) => measureQuote(sizeOf(sizes, stage.size), stage),
};
