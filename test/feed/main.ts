import { readArguments } from '../../local/supervisor/read-arguments';
import { tooMuchOf } from './crowd';
import { firstFault } from './many-lives';

const usage = `npm run follow -- [options]

Lives through many random histories of a live feed with one follower each, and counts what a crowd asks the origin for.
Ends with 1 when a follower missed or repeated a message, or the crowd asked too much.

  --histories N  how many (20000)
  --seed N       of the random numbers (2027)`;
const values = readArguments(
  { histories: { type: 'string', default: '20000' }, seed: { type: 'string', default: '2027' } },
  usage,
);
const numberOf = (name: keyof typeof values): number => {
  const found = Number(values[name]);
  if (Number.isSafeInteger(found) && found > 0) return found;
  console.error(`--${name} is "${values[name]}"; it must be a whole number above 0.\n\n${usage}`);
  process.exit(1);
};
const [histories, seed] = [numberOf('histories'), numberOf('seed')];

const fault = firstFault(histories, { seed });
console.log(fault ? `${fault.fault}\n${JSON.stringify(fault.history)}` : `${histories} histories: no fault.`);
let isWell = fault === undefined;

for (const followers of [100, 10_000, 60_000]) {
  const allowedPerSecond = Math.max(100, followers / 10);
  const tooMuch = tooMuchOf({ followers, allowedPerSecond, seconds: 110, rate: 1, isRedacted: true });
  console.log(`${followers} followers: ${tooMuch.join('; ') || 'no more than is allowed.'}`);
  isWell &&= tooMuch.length === 0;
}
process.exitCode = isWell ? 0 : 1;
