import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readArguments } from '../../local/supervisor/read-arguments';
import { changes } from './changes';
import { rehearse } from './rehearsal';

const usage = `npm run deploy:local -- [options]
  --second       deploys a changed version over the first while runners register, and takes it back
  --times N      as many changed versions, one over the other; the last is taken back (1)
  --changes      deploys every supported change of the environment's settings over the one before, while runners register
  --from N       with --changes: deploys first what is there before change N, and goes on from it (1)
  --keep         leaves everything running, and says where
  --report FILE  where the result goes (bench/deploy/result.md)`;

const values = readArguments(
  {
    second: { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
    changes: { type: 'boolean', default: false },
    from: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    report: { type: 'string', default: 'bench/deploy/result.md' },
  },
  usage,
);

const [times, from] = [Number(values.times), Number(values.from)];
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.once(signal, () => interrupted.abort());

const run = async (): Promise<number> => {
  if (!Number.isInteger(times) || times < 1)
    throw new Error(`--times is "${values.times}"; it must be a whole number above 0.\n${usage}`);
  if (!Number.isInteger(from) || from < 1 || from > changes.length + 1 || (from > 1 && !values.changes))
    throw new Error(`--from is "${values.from}"; with --changes it may be 1 to ${changes.length + 1}.\n${usage}`);
  const python = process.env.EMULATOR;
  if (!python) throw new Error('EMULATOR names no Python: start this with "npm run deploy:local", which installs one.');
  const done = [
    ...(values.changes ? ['--changes', ...(from > 1 ? ['--from', values.from] : [])] : []),
    ...(values.second ? ['--second', ...(times > 1 ? ['--times', values.times] : [])] : []),
  ];
  const page = await rehearse({
    repository: process.cwd(),
    python,
    releases: values.second ? times : 0,
    changesFrom: values.changes ? from : undefined,
    keep: values.keep,
    command: ['npm run deploy:local', ...(done.length > 0 ? ['--', ...done] : [])].join(' '),
    signal: interrupted.signal,
  });
  mkdirSync(dirname(values.report), { recursive: true });
  writeFileSync(values.report, page);
  console.log(`\nwritten to ${values.report}`);
  return 0;
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (interrupted.signal.aborted) console.error('\nInterrupted; everything is stopped.');
    else console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exit(interrupted.signal.aborted ? 130 : 1);
  },
);
