import { checkList, type Made, runInTerminal, tableRow } from '../report/run-words';
import type { Check } from '../report/test-report';
import { between } from '../verdict/checks';
import type { ScalperOptions } from './crowd';
import type { Fared } from './honest';
import type { Scalped } from './run-scalpers';
import { heldAt } from './scalp';

/** What honest runners must have after ten minutes, as a share of the spots. `endShare`: the same in the end. */
const first = { seconds: 600, share: 0.55 } as const;
const endShare = 0.97;
/** With more addresses than this the figures are reported, and nothing is promised. */
const promisedAddresses = 20;

const confirmed = (fared: readonly Fared[]) => fared.filter(({ outcome }) => outcome.kind === 'confirmed');
const inWithin = (fared: readonly Fared[], seconds: number) =>
  confirmed(fared).filter((one) => one.seconds <= seconds).length;
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** What must be true of a run. */
export const scalperVerdict = (run: Scalped, { spots, runners }: ScalperOptions): readonly Check[] => {
  const { fared, books, addresses } = run;
  const inAll = confirmed(fared).length;
  const toBeHad = Math.min(spots, runners);
  const errors = fared.flatMap(({ outcome }) => (outcome.kind === 'error' ? [outcome.detail] : []));
  const isPromised = addresses <= promisedAddresses;
  return [
    between('spots registered, never more than there are', books.rows, 0, spots),
    between('registrations, each an honest runner told so', books.rows, inAll),
    between('cards charged', books.charges, inAll),
    {
      name: 'honest runners who saw an error',
      expected: '0',
      actual: errors[0] === undefined ? '0' : `${errors.length}, the first: ${errors[0]}`,
      holds: errors.length === 0,
    },
    ...(isPromised
      ? [
          between(
            'spots of honest runners after ten minutes',
            inWithin(fared, first.seconds),
            Math.ceil(toBeHad * first.share),
            toBeHad,
          ),
          between('spots of honest runners in the end', inAll, Math.ceil(toBeHad * endShare), toBeHad),
        ]
      : []),
  ];
};

/** One run in figures. */
const figures = (run: Scalped, { spots, runners }: ScalperOptions): readonly (readonly [string, string])[] => {
  const { fared, loot, seconds, hashes } = run;
  const toBeHad = Math.min(spots, runners);
  const moments = Array.from({ length: Math.ceil(seconds / 10) }, (_, n) => n * 10);
  const peak = Math.max(0, ...moments.map((moment) => heldAt(loot, moment)));
  const all = confirmed(fared);
  const by = (way: Fared['by']) => all.filter((one) => one.by === way).length;
  const waited = median(all.map((one) => one.seconds));
  const refusals = [...loot.refusals].map(([name, times]) => `${times.toLocaleString('en')} × ${name || 'none'}`);
  return [
    ['honest runners in after 1 minute', percent(inWithin(fared, 60), toBeHad)],
    ['honest runners in after 10 minutes', percent(inWithin(fared, first.seconds), toBeHad)],
    ['honest runners in at the end', `${percent(all.length, toBeHad)} after ${(seconds / 60).toFixed(1)} minutes`],
    ['of them from the sale, by an offer', `${by('sale')}, ${by('offer')}`],
    ['half of them were in after', waited === undefined ? '–' : `${waited.toFixed(0)} s`],
    ['spots that scalpers held at most', `${peak} (${percent(peak, spots)})`],
    ['holds they got, by work', `${loot.holds.length}, ${loot.holds.filter(({ worked }) => worked).length}`],
    [
      'hashes for it; of honest runners',
      `${hashes.scalper.toLocaleString('en')}; ${hashes.honest.toLocaleString('en')}`,
    ],
    ['stolen cards they tried', String(loot.cards)],
    ['invented people they put on the list', String(loot.joins)],
    ['what they were told', refusals.join(', ') || 'nothing'],
  ];
};

export const inTerminal = (run: Scalped, wish: ScalperOptions): string =>
  runInTerminal(
    `${wish.runners} honest runners and a scalper with ${run.addresses} addresses, ${wish.spots} spots`,
    figures(run, wish),
    scalperVerdict(run, wish),
  );

/** The committed result, with a column for each number of addresses. */
export const scalperPage = (runs: readonly Scalped[], wish: ScalperOptions, made: Made): string => {
  const columns = runs.map((run) => figures(run, wish));
  const names = columns[0]?.map(([name]) => name) ?? [];
  const times = [
    wish.holdSeconds === undefined ? 'the usual hold' : `a hold of ${wish.holdSeconds} s`,
    wish.offerSeconds === undefined ? 'the usual offer' : `an offer of ${wish.offerSeconds} s`,
  ];
  return `# Scalpers

Made by \`${made.command}\` on ${made.date} at ${made.commit}; ${made.machine}. ${wish.runners} honest runners, ${wish.share} to an address, set off within
${wish.within} s for ${wish.spots} spots, need ${wish.think.join('–')} s for a form, ask again while all are held, join the list, confirm from their mail and take up what is
offered to them; ${times.join(', ')}. A scalper begins at the same moment, with a new session for each hold, never pays, tries stolen cards, works on
${wish.workShare} of a core, and fills the list with invented people.

${tableRow(['', ...runs.map(({ addresses }) => `${addresses} addresses`)])}
${tableRow(['---', ...runs.map(() => '---:')])}
${names.map((name, n) => tableRow([name, ...columns.map((column) => column[n]?.[1] ?? '')])).join('\n')}

${runs.map((run) => `With ${run.addresses} addresses:\n\n${checkList(scalperVerdict(run, wish))}`).join('\n\n')}

With more addresses than a tenth of the spots, the holds that addresses get without proof of work cover all spots, however well they are
counted. Then only three things stop a scalper from holding every spot for as long as a hold lasts: a waiting line that is drawn before the sale,
e-mail addresses or people that were verified before it, or the firewall's challenge. Only time is lost: nobody has a spot in the end without paying.
`;
};
