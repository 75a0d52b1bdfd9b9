import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { type LineOptions, lineOptions, readLineOptions } from './line/line-options';
import { type LiveOptions, liveOptions, readLiveOptions } from './live/live-options';
import { type Wish, wish } from './report/test-report';
import type { ScalperOptions } from './scalper/crowd';
import { readScalperOptions, scalperOptions } from './scalper/read-scalper-options';
import { defaultAnswers } from './ui/read-wish';

export const usage = `npm run load -- [options]
  --scenario S   what the crowd does: opening, race-page, signed-in, static, hello, stream,
                 results of a race that has some; live is open (opening): for it there is --live
  --runners N    how many simulated runners (2000)
  --within S     seconds within which all set off (10)
  --arrivals M   how they set off: even, or poisson like a real crowd (even)
  --think A-B    seconds a person needs for a form (0.5-2)
  --abandon P    the probability, at each form, of leaving (0)
  --join P       the probability of joining the waiting list when nothing is left (0.1)
  --together P   percent of the runners who come as a group of 2 to 4, with one payment (0)
  --challenged P percent of the runners whose bank asks them first (0): of these 5 % fail and pay with another card,
                 and 5 % leave
  --donate P     percent of the runners who donate, in a race whose form asks for it (0); some make a page that collects,
                 and others donate there
  --teams P      percent of the runners who want a team, in a race whose form has teams (0): they join one, or found one
  --minors P     percent of the runners who are minors or come with one, in a race with a form (0); a guardian signs
  --transfers P  percent of the runners who pass their spot on when they are in (0); who takes it over pays the race's fee
  --codes A,B    codes that runners use in a race with a form, in turn; who finds theirs used up goes on without it
  --with-code P  percent of the runners who have such a code (100)
  --race ID      the race (harbour-city-marathon); runners take any event that is open
  --card N       the card they pay with (4242424242424242)
  --seed N       the same seed makes the same plan (a random one)
  --processes N  how many generators share the crowd (1)
  --url URL      a Startline that already runs on this machine, such as http://localhost:8000; default: a new one of its own
  --twin-of URL  a Startline on this machine: the test runs a new system with a copy of its race, its form and its stock,
                 which opens at once; each code of --codes takes 10 % off there, as often as one of the original may be used
  --comment T    a comment to find the report by
  --out FILE     where the report goes (.startline/load/<id>.json)
  --ui           pages to set tests up, watch and compare them; the other options are the form's defaults

npm run load -- --scalper [options]: honest runners and a scalper in a system of its own, and what the honest ones got;
                --runners, --within, --think, --card, --seed and --out as above
  --scalper-addresses A,B  how many addresses the scalper has; a run for each of these numbers (20)
  --scalper-work S   share of a core it has for proofs of work (0.5)
  --spots N      spots of the race (500)
  --share N      honest people who share an address (4)
  --minutes M    the run ends after this many minutes at the latest (30)
  --hold-seconds S, --offer-seconds S   instead of the race's usual times

npm run load -- --live [options]: people follow a race in a system of its own while it is told; what each of them applied is
                compared with the table; --seed and --out as above
  --followers N      how many follow (1000)
  --live-minutes M   for how long (3)
  --live-rates A,B   messages a second, each for an equal part of the time (0.2,1,5)
  --live-allowed N   requests a second that the crowd may cause (6000)
  --live-kills       publisher, cache, gateway and database are killed in the middle, each once
  --live-random      messages of every kind and size, some at once; followers who sleep and come back again and again

npm run load -- --line [options]: people and bots come to the line of a race, are drawn and called, and register, in a system of its
                own; --think, --card, --minutes, --seed, --processes and --out as above
  --line-people N    how many honest people (6000)
  --line-spots N     spots of the race (2000)
  --line-lobby S     seconds from the start of the system to the opening (90)
  --line-away P      the share of the people who do not look again (0.3); a fifth of them come back late
  --line-bots N      how many bots, each with an address of its own (3)
  --line-passes N    passes of each bot (300)
  --line-rate N      how many people the line may call in a second, as the machine bears it (200)`;

export interface Options {
  readonly wish: Wish;
  readonly processes: number;
  readonly comment: string;
  readonly out?: string;
  /** Instead of an opening: honest runners and a scalper. */
  readonly scalper?: ScalperOptions;
  /** Instead of an opening: people who follow a race while it is run. */
  readonly live?: LiveOptions;
  /** Instead of an opening: one with a line. */
  readonly line?: LineOptions;
  /** Instead of a run: the pages. */
  readonly isUi?: true;
}

// The defaults of the pages' form.
const { scenario, runners, within, race, card, comment, ...form } = defaultAnswers;
const strings = {
  scenario,
  runners,
  within,
  think: `${form.least}-${form.most}`,
  race,
  card,
  processes: '1',
  comment,
} as const;

const withDefaults = Object.fromEntries(
  Object.entries(strings).map(([name, value]) => [name, { type: 'string' as const, default: value }]),
);

/** Reads the command line. `undefined`: help was asked for. Throws with what was expected when an option is wrong. */
export const readOptions = (args: readonly string[]): Options | undefined => {
  const values: Readonly<Record<string, unknown>> = parseArgs({
    args: [...args],
    options: {
      ...withDefaults,
      arrivals: { type: 'string' },
      abandon: { type: 'string' },
      join: { type: 'string' },
      together: { type: 'string' },
      challenged: { type: 'string' },
      donate: { type: 'string' },
      teams: { type: 'string' },
      minors: { type: 'string' },
      transfers: { type: 'string' },
      codes: { type: 'string' },
      'with-code': { type: 'string' },
      seed: { type: 'string' },
      url: { type: 'string' },
      'twin-of': { type: 'string' },
      out: { type: 'string' },
      ...scalperOptions,
      ...liveOptions,
      ...lineOptions,
      ui: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
  if (values.help === true) return undefined;
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const number = (name: string, given = text(name)): number | undefined => {
    if (given === undefined) return undefined;
    if (given.trim() !== '' && Number(given) >= 0 && Number.isFinite(Number(given))) return Number(given);
    throw new Error(`--${name} is "${given}"; it must be a number from 0.\n${usage}`);
  };
  const thinkText = text('think') ?? '';
  const [least = '', most = least, ...more] = thinkText.split('-');
  if (more.length > 0)
    throw new Error(`--think is "${thinkText}"; it must be one number, or two with a hyphen between them.\n${usage}`);
  const [shortest = 0, longest = 0] = [number('think', least), number('think', most)];
  if (longest < shortest)
    throw new Error(`--think is "${thinkText}"; the second number must not be less than the first.\n${usage}`);
  const processes = number('processes') ?? 1;
  if (!Number.isInteger(processes) || processes < 1 || processes > 64)
    throw new Error(`--processes is "${text('processes')}"; it must be a whole number from 1 to 64.\n${usage}`);

  if (text('url') !== undefined && text('twin-of') !== undefined)
    throw new Error(
      `--url tests a system itself, --twin-of a copy of its race: only one of them can be given.\n${usage}`,
    );

  const wished = v.safeParse(wish, {
    scenario: text('scenario'),
    runners: number('runners'),
    within: number('within'),
    think: [shortest, longest],
    race: text('race'),
    card: text('card'),
    seed: number('seed') ?? Math.floor(Math.random() * 2 ** 32),
    arrivals: text('arrivals'),
    abandons: number('abandon'),
    joins: number('join'),
    together: number('together'),
    challenged: number('challenged'),
    donate: number('donate'),
    teams: number('teams'),
    minors: number('minors'),
    transfers: number('transfers'),
    codes: text('codes'),
    withCode: number('with-code'),
    url: text('url')?.replace(/\/$/, ''),
    twinOf: text('twin-of')?.replace(/\/$/, ''),
  });
  if (!wished.success) {
    const [issue] = wished.issues;
    throw new Error(`--${v.getDotPath(issue) ?? 'option'}: ${issue.message}.\n${usage}`);
  }
  const out = text('out');
  return {
    wish: wished.output,
    processes,
    comment: text('comment') ?? '',
    ...(out !== undefined && { out }),
    ...(values.scalper === true && { scalper: readScalperOptions(values, wished.output) }),
    ...(values.live === true && { live: readLiveOptions(values, wished.output.seed) }),
    ...(values.line === true && { line: readLineOptions(values, { ...wished.output, processes }) }),
    ...(values.ui === true && { isUi: true as const }),
  };
};
