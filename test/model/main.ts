import { readArguments } from '../../local/supervisor/read-arguments';
import { exploreMoves } from './event-moves/explore';
import { moveWorlds } from './event-moves/worlds';
import { explore } from './explore';
import type { Explored } from './small-worlds';
import { exploreUnits } from './units/explore';
import { bigUnitWorlds, unitWorlds } from './units/worlds';
import { bigWorlds, smallWorlds } from './worlds';

const usage = `npm run model

Explores every state of small events, also of the large ones among them: some minutes. Ends with 1 when something is given twice, or
lost.`;
readArguments({}, usage);

const say = (line: string) => process.stdout.write(`${line}\n`);

let all = 0;
for (const { what, states: least, world } of [...smallWorlds, ...bigWorlds]) {
  const began = Date.now();
  const { violation, isComplete, states, steps, ends, depth } = explore(world);
  all += states;
  const seconds = Math.round((Date.now() - began) / 1000);
  say(`${what}: ${states} states, ${steps} steps, ${ends} ends, ${depth} deep (${seconds} s)`);
  if (violation) say(`  ${violation.of}, after:\n    ${violation.trace.join('\n    ')}`);
  else if (!isComplete) say('  there are more states than memory');
  else if (states < least) say(`  there were ${least} and more: some moves are lost`);
  if (violation || !isComplete || states < least) process.exitCode = 1;
}
const saySmall = (what: string, least: number, { violation, isComplete, states, ends }: Explored) => {
  all += states;
  say(`${what}: ${states} states, ${ends} ends`);
  if (violation) say(`  ${violation.of}, after:\n    ${violation.trace.join('\n    ')}`);
  else if (!isComplete) say('  there are more states than memory');
  if (violation || !isComplete || states < least) process.exitCode = 1;
};
for (const { what, states, world } of [...unitWorlds, ...bigUnitWorlds])
  saySmall(`units: ${what}`, states, exploreUnits(world));
for (const { what, states, world } of moveWorlds) saySmall(`moves: ${what}`, states, exploreMoves(world));
say(`${all} states in all`);
