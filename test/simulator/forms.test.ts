import './silence';
import { checkHistory } from './checks/check-history';
import type { Entry } from './history';
import { simulate } from './simulate';

/** As many as some seconds of a slow core allow. */
const worlds = 150;
/** One world of some hundreds has a use of a code beyond its limit. This one does. */
const worldBeyondLimit = 689;

/** What must have happened at least once: otherwise the worlds have shown nothing about it. */
const rarePaths = {
  'a runner is told that a unit is held or gone': (entry: Entry) =>
    entry.kind === 'quoted' && entry.answer === 'missing',
  'a runner is told that too many units are claimed': (entry: Entry) =>
    entry.kind === 'quoted' && entry.answer === 'too-many-units',
  'something is short': hasLine(({ state }) => state === 'short'),
  'a use is beyond the limit': hasLine(({ state }) => state === 'over'),
  'something is given': hasLine(({ state, unit }) => state === 'given' && unit !== null),
  'something is returned': hasLine(({ state }) => state === 'returned'),
  'something is passed on': hasLine(({ state }) => state === 'moved'),
  'units are dealt from a block': by('cut units'),
  'units are claimed one by one': by('claim units'),
  'a claim is given back': by('drop units'),
  'a claim comes back': by('reclaim units'),
  'somebody forgets that a minor needs a guardian': (entry: Entry) =>
    entry.kind === 'quoted' && entry.answer === 'wrong',
  'a guardian signs for a minor': (entry: Entry) =>
    entry.kind === 'committed' &&
    entry.changes.consents.some(({ signatures }) => signatures.some(({ by }) => by === 'guardian')),
  'a payment gets another amount': ({ kind }: Entry) => kind === 'amount-changed',
};

function by(what: string) {
  return (entry: Entry) => entry.kind === 'committed' && entry.by === what;
}
function hasLine(is: (line: Extract<Entry, { kind: 'committed' }>['changes']['lines'][number]) => boolean) {
  return (entry: Entry) => entry.kind === 'committed' && entry.changes.lines.some(is);
}

test('with a form, too, nobody is charged for what they are not given, and every claim becomes a line or comes back', async () => {
  const seen = new Set<string>();
  const broken: string[] = [];
  for (const seed of [...Array.from({ length: worlds }, (_, n) => n + 1), worldBeyondLimit]) {
    const history = await simulate(seed, undefined, 'form');
    for (const [what, is] of Object.entries(rarePaths)) if (history.some(is)) seen.add(what);
    for (const { invariant, what, step } of checkHistory(history))
      broken.push(`${invariant}: ${what} (seed ${seed}, step ${step})`);
  }
  expect(broken).toEqual([]);
  expect(Object.keys(rarePaths).filter((what) => !seen.has(what))).toEqual([]);
}, 300_000);
