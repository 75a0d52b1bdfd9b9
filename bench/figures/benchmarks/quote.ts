import type { Form } from '../../../lambdas/api/form/definition/form';
import { answersFor, itemsFor } from '../../../lambdas/api/form/fill';
import { publishedForm } from '../../../lambdas/api/messages/form/forms';
import { randomOf } from '../../../loadtest/generator/random';
import { get } from '../../../loadtest/target/get';
import { type Benchmark, type Stage, sizeOf } from '../benchmark';
import { letHold, letQuote, type Quoted, type Shopper } from '../quote-crowd';
import { figuresOf, type Measured } from '../results';
import { benchEventId, benchRace, benchRaceId } from '../system/bench-race';
import { cpuUsedBy } from '../system/cpu-used';
import { fullForm } from '../system/form-race';
import { withSystem } from '../system/own-system';
import { number } from '../words';

/** Quotes a second before anything is measured. */
const warmUpRate = 250;

interface Size {
  /** Quotes a second, one rate after the other. */
  readonly rates: readonly number[];
  readonly seconds: number;
}

const sizes = {
  full: { rates: [125, 250, 500, 1_000], seconds: 4 },
  short: { rates: [100], seconds: 2 },
} as const satisfies Record<string, Size>;

const [p99LimitMs, targetRate] = [100, 1_000];
/** Everybody asks for other pieces each time, and what they drop may come back late. */
const stockFor = 10;

interface Tried extends Quoted {
  readonly rate: number;
  readonly gatewayMicros: number;
}

export const measureQuote = async ({ rates, seconds }: Size, { say, signal }: Stage): Promise<Measured> => {
  const most = Math.max(...rates) * seconds;
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
      const tried: Tried[] = [];
      for (const rate of rates) {
        const { result, seconds: cpu } = await cpuUsedBy(system, ['gateway'], () =>
          at(people.slice(-rate * seconds), seconds),
        );
        const one = { rate, gatewayMicros: (cpu * 1e6) / (rate * seconds), ...result };
        say(`  ${rate}/s: p99 ${number(one.p99)} ms, ${number(one.gatewayMicros)} µs each`);
        tried.push(one);
      }
      return measuredFrom(tried);
    },
    // Nothing runs out: a quote that is refused is another one.
    { orders: fullForm(most * stockFor) },
  );
};

const measuredFrom = (tried: readonly Tried[]): Measured => {
  const isKept = ({ p99, answers }: Tried) =>
    p99 <= p99LimitMs && Object.keys(answers).every((kind) => kind === 'quoted');
  const best = tried.filter(isKept).at(-1);
  const highest = tried.at(-1);
  const refused = tried.flatMap(({ answers }) => Object.entries(answers).filter(([kind]) => kind !== 'quoted'));
  return {
    kind: 'measured',
    figures: [
      ...figuresOf({ rate: best?.rate ?? 0, ...(best && { p99: best.p99 }) }, best ? best.void : (highest?.void ?? [])),
      ...figuresOf({ cpu: Math.min(...tried.map(({ gatewayMicros }) => gatewayMicros)) }),
    ],
    details: [
      {
        head: ['quotes/s planned', 'answered/s', 'p50, ms', 'p99, ms', 'CPU of the gateway, µs', ''],
        rows: tried.map((one) => [
          ...[one.rate, one.perSecond, one.p50, one.p99, one.gatewayMicros].map(number),
          one.void.length > 0 ? 'void' : isKept(one) ? 'kept' : 'missed',
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
  how: `people who hold a spot have an entry quoted in a race with five questions, shirts in six limited sizes, and hoodies: each piece is claimed, and who asks again takes other pieces. ${sizes.full.rates.map(number).join(', ')} quotes a second, ${sizes.full.seconds} s each (short: ${sizes.short.rates.join()} for ${sizes.short.seconds} s), after two crowds of ${warmUpRate} a second that nobody measures. The gateway stands for CloudFront, API Gateway and Lambda in one process, and its CPU is counted whole.`,
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
