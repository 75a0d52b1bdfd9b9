import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freeBasePort } from '../local/services/free-port';
import { startSystem } from '../local/system';
import { burst } from './burst';
import { report } from './report';

const usage = `npm run load -- [options]
  --runners N    how many simulated runners (2000)
  --within S     all set off within so many seconds (10)
  --think A-B    seconds a person needs for a form (0.5-2)
  --race ID      the race (harbour-city-marathon); its first event is run for
  --card N       the card they pay with (4242424242424242)
  --url URL      a Startline that runs on this machine already, such as http://localhost:8000; default: one of its own, started anew`;

const { values } = parseArgs({
  options: {
    runners: { type: 'string', default: '2000' },
    within: { type: 'string', default: '10' },
    think: { type: 'string', default: '0.5-2' },
    race: { type: 'string', default: 'harbour-city-marathon' },
    card: { type: 'string', default: '4242424242424242' },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const number = (name: string, text: string, least: number): number => {
  const value = Number(text);
  if (text.trim() !== '' && value >= least) return value;
  throw new Error(`--${name} is "${text}"; it must be a number from ${least}.\n${usage}`);
};

const thinkOf = (text: string): readonly [number, number] => {
  const [least = '', most = least] = text.split('-');
  return [number('think', least, 0), number('think', most, Number(least))];
};

/** A system that is there, by its ports; or one of our own, in a directory of its own, gone afterwards. */
const target = async (given: string | undefined) => {
  if (given) {
    const url = new URL(given);
    if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
      throw new Error(
        `--url is ${given}; only a system on this machine is tested. Deployed ones come with the load-test stack.`,
      );
    const at = (offset: number) => `http://127.0.0.1:${Number(url.port || 80) + offset}`;
    return { url: url.origin, windows: { status: at(2), mail: at(11) }, stop: async () => undefined };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'startline-load-'));
  console.log('starting a system of its own …');
  const system = await startSystem({ port: await freeBasePort(), dataDir });
  const stop = async () => {
    await system.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const windows = { status: system.urls.status, mail: `http://127.0.0.1:${system.ports.mail}` };
  return { url: system.urls.page, windows, stop };
};

const main = async (): Promise<boolean> => {
  const runners = number('runners', values.runners, 1);
  const within = number('within', values.within, 0);
  const think = thinkOf(values.think);
  const { url, windows, stop } = await target(values.url);
  process.once('SIGINT', () => void stop().then(() => process.exit(130)));
  try {
    console.log(`${runners} runners set off within ${within} s`);
    const tenth = Math.ceil(runners / 10);
    const { outcome, checks } = await burst({
      url,
      windows,
      raceId: values.race,
      runners,
      within,
      think,
      card: values.card,
      patience: 180,
      progress: (done) => done % tenth === 0 && console.log(`  ${done} done`),
    });
    console.log(report(outcome, checks));
    return checks.every(({ holds }) => holds);
  } finally {
    await stop();
  }
};

if (values.help) console.log(usage);
else
  main().then(
    (clean) => process.exit(clean ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
