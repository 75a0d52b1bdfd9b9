import { spawn } from 'node:child_process';
import { readArguments } from '../../local/supervisor/read-arguments';
import { commandOf, type Ended, type Step, steps, summaryOf } from './steps';

const usage = `npm run nightly

Everything that npm test has no time for, one after the other, with a summary at the end: hours. A step that fails does not stop the
next one. Ends with 1 when one of them failed, with 130 on Ctrl-C. guards, attacks and deploy:local write their results into bench/,
as they do when they are run alone.`;
readArguments({}, usage);

const say = (line: string) => process.stdout.write(`${line}\n`);

// Ctrl-C and a stop reach the step, which ends in its own way; then there is no next one.
let interrupted = false;
let running: ReturnType<typeof spawn> | undefined;
process.on('SIGINT', () => {
  interrupted = true;
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });

const run = ({ script, args }: Step): Promise<number> =>
  new Promise((resolve, reject) => {
    running = spawn('npm', ['run', '--silent', script, '--', ...args], { stdio: 'inherit' });
    running.once('error', reject);
    running.once('exit', (code) => resolve(code ?? 1));
  });

const ended: Ended[] = [];
for (const step of steps) {
  if (interrupted) break;
  say(`\n== npm run ${commandOf(step)}`);
  const began = Date.now();
  const code = await run(step);
  ended.push({ ...step, code, seconds: Math.round((Date.now() - began) / 1000) });
}
const { lines, code } = summaryOf(ended);
say(`\nNightly:\n${lines.join('\n')}`);
process.exitCode = interrupted ? 130 : code;
