import type { Wish } from '../report/test-report';
import { originHere } from '../target/this-machine';

/** The options of `npm run load` that repeat this run, in the order of its help. */
export const optionsOf = (wish: Wish, comment: string): readonly (readonly [name: string, value: string])[] => [
  ['scenario', wish.scenario],
  ['runners', String(wish.runners)],
  ['within', String(wish.within)],
  ['think', wish.think.join('-')],
  ['race', wish.race],
  ['card', wish.card],
  ['seed', String(wish.seed)],
  ...(wish.arrivals === undefined ? [] : [['arrivals', wish.arrivals] as const]),
  ...(wish.abandons === undefined ? [] : [['abandon', String(wish.abandons)] as const]),
  ...(wish.joins === undefined ? [] : [['join', String(wish.joins)] as const]),
  ...(wish.together === undefined ? [] : [['together', String(wish.together)] as const]),
  ...(wish.challenged === undefined ? [] : [['challenged', String(wish.challenged)] as const]),
  ...(wish.donate === undefined ? [] : [['donate', String(wish.donate)] as const]),
  ...(wish.teams === undefined ? [] : [['teams', String(wish.teams)] as const]),
  ...(wish.minors === undefined ? [] : [['minors', String(wish.minors)] as const]),
  ...(wish.transfers === undefined ? [] : [['transfers', String(wish.transfers)] as const]),
  ...(wish.codes === undefined ? [] : [['codes', wish.codes] as const]),
  ...(wish.withCode === undefined ? [] : [['with-code', String(wish.withCode)] as const]),
  ...(wish.url === undefined ? [] : [['url', wish.url] as const]),
  ...(wish.twinOf === undefined ? [] : [['twin-of', wish.twinOf] as const]),
  ...(comment === '' ? [] : [['comment', comment] as const]),
];

/** The command that repeats a run. On AWS it runs the load test that was deployed for this address. */
export const repeatCommand = ({ url, ...wish }: Wish, comment: string): string => {
  const isHere = url === undefined || originHere(url) !== undefined;
  const asked = isHere && url !== undefined ? { ...wish, url } : wish;
  return [isHere ? 'npm run load --' : 'npm run load:aws --', ...optionsOf(asked, comment).map(typed)].join(' ');
};

// A value that begins with a hyphen would be read as an option after a space.
const typed = ([name, value]: readonly [string, string]) =>
  `--${name}${value.startsWith('-') ? '=' : ' '}${quoted(value)}`;

/** In single quotes a shell changes nothing but a single quote. */
const quoted = (value: string) => (/^[\w.:/@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
