import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as v from 'valibot';
import { emulatedAccount } from '../../local/emulator/start-emulator';
import type { Stage } from './stage';

const list = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    findings: v.array(
      v.object({
        about: v.string(),
        state: v.picklist(['green', 'red', 'unknown']),
        says: v.string(),
        mend: v.optional(v.string()),
      }),
    ),
  }),
);

export type Findings = v.InferOutput<typeof list>['findings'];

/** A busy machine answers later than the preflight waits. */
const patienceMs = 300_000;

/** Asks the emulated account what `npm run preflight` asks, and again what was not answered in time. */
export const preflight = async (stage: Stage, environmentFile: string, signal: AbortSignal): Promise<Findings> => {
  for (const giveUp = Date.now() + patienceMs; ; ) {
    const findings = await askOnce(stage, environmentFile, signal);
    if (Date.now() > giveUp || !findings.some(({ says }) => says.includes('no answer within'))) return findings;
  }
};

/** Rejects when there is no list. */
const askOnce = async ({ emulator }: Stage, environmentFile: string, signal: AbortSignal): Promise<Findings> => {
  const program = ['--import', 'tsx', 'operations/preflight/main.ts', '--json', '--env', environmentFile];
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...emulatedAccount(emulator.url) },
  });
  let [said, problem] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problem += text;
  });
  await once(child, 'close');
  const found = v.safeParse(list, said);
  if (!found.success) throw new Error(`The preflight printed no list: ${problem.slice(-2_000) || said.slice(-2_000)}`);
  return found.output.findings;
};

/** Rejects unless this line of the list is so, and contains the words. */
export const mustSay = (findings: Findings, about: string, state: Findings[number]['state'], words: string): void => {
  const line = findings.find((one) => one.about === about);
  if (line?.state !== state || !`${line.says} ${line.mend ?? ''}`.includes(words))
    throw new Error(`The preflight must say “${about}” is ${state}, with “${words}”; it says ${JSON.stringify(line)}.`);
};

/** How many lines have each colour, and what the emulator could not be asked. */
export const summary = (findings: Findings): string => {
  const of = (state: Findings[number]['state']) => findings.filter((one) => one.state === state);
  const unknown = of('unknown').map(({ about }) => about);
  const silent = unknown.length > 0 ? `; the emulator does not know ${unknown.join(', ')}` : '';
  return `${of('green').length} lines green, ${of('red').length} red${silent}`;
};
