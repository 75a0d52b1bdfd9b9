import { scenarioKinds, type Wish } from '../report/test-report';
import { originHere } from '../target/this-machine';

/** The boxes of the form, in their order. */
export const boxes = [
  'scenario',
  'runners',
  'within',
  'arrivals',
  'least',
  'most',
  'abandons',
  'joins',
  'together',
  'challenged',
  'race',
  'card',
  'where',
  'url',
  'seed',
  'comment',
] as const;

export type Box = (typeof boxes)[number];
export type Answers = Readonly<Record<Box, string>>;
export type Faults = Partial<Record<Box, string>>;

export type ReadWish =
  | { readonly kind: 'wish'; readonly wish: Wish; readonly comment: string }
  | { readonly kind: 'faults'; readonly faults: Faults };

/** The defaults of `npm run load`. */
export const defaultAnswers: Answers = {
  scenario: 'opening',
  runners: '2000',
  within: '10',
  arrivals: 'even',
  least: '0.5',
  most: '2',
  abandons: '',
  joins: '',
  together: '',
  challenged: '',
  race: 'harbour-city-marathon',
  card: '4242424242424242',
  where: 'own',
  url: '',
  seed: '',
  comment: '',
};

/** The form's defaults when the command line asks for a run. The seed is left empty, so that the next run differs. */
export const answersFrom = ({ wish, comment }: { readonly wish: Wish; readonly comment: string }): Answers => ({
  scenario: wish.scenario,
  runners: String(wish.runners),
  within: String(wish.within),
  arrivals: wish.arrivals ?? defaultAnswers.arrivals,
  least: String(wish.think[0]),
  most: String(wish.think[1]),
  abandons: String(wish.abandons ?? ''),
  joins: String(wish.joins ?? ''),
  together: String(wish.together ?? ''),
  challenged: String(wish.challenged ?? ''),
  race: wish.race,
  card: wish.card,
  where: wish.url !== undefined ? 'there' : wish.twinOf !== undefined ? 'twin' : 'own',
  url: wish.url ?? wish.twinOf ?? '',
  seed: '',
  comment,
});

/** A box that was not sent is empty. */
export const answersOf = (form: URLSearchParams): Answers => {
  const answers: Record<Box, string> = { ...defaultAnswers };
  for (const box of boxes) answers[box] = (form.get(box) ?? '').trim();
  return answers;
};

/**
 * `own`: a system of the test's own. `twin`: the same, with a copy of a race of another system. `there`: a running
 * system itself.
 */
export const places = ['own', 'twin', 'there'] as const;

const arrivalKinds = ['even', 'poisson'] as const;

/** The wish of the form, or its faults, box by box. `seed` is used when the form has none. */
export const readWish = (answers: Answers, seed: number): ReadWish => {
  const faults: Faults = {};
  const number = (box: Box, least: number, most: number, isWhole = false): number => {
    const value = Number(answers[box]);
    if (answers[box] !== '' && value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
    faults[box] = `Enter a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`;
    return least;
  };
  const scenario = scenarioKinds.find((kind) => kind === answers.scenario);
  if (!scenario) faults.scenario = `Choose one of ${scenarioKinds.join(', ')}.`;
  const runners = number('runners', 1, 500_000, true);
  const within = number('within', 0, 3600);
  const least = number('least', 0, 600);
  const most = number('most', 0, 600);
  if (!faults.least && !faults.most && most < least)
    faults.most = `Enter at least the ${least} seconds of the box before.`;
  const arrivals = arrivalKinds.find((kind) => kind === answers.arrivals);
  if (!arrivals) faults.arrivals = `Choose one of ${arrivalKinds.join(', ')}.`;
  const abandons = answers.abandons === '' ? undefined : number('abandons', 0, 1);
  const joins = answers.joins === '' ? undefined : number('joins', 0, 1);
  const together = answers.together === '' ? undefined : number('together', 0, 100);
  const challenged = answers.challenged === '' ? undefined : number('challenged', 0, 100);
  if (!/^[a-z0-9][a-z0-9-]*$/.test(answers.race))
    faults.race = 'Enter the id of a race as it is in its address: small letters, digits and hyphens.';
  const card = answers.card.replaceAll(' ', '');
  if (!/^\d{12,19}$/.test(card)) faults.card = 'Enter the number of a test card: 12 to 19 digits.';
  const where = places.find((place) => place === answers.where);
  if (!where) faults.where = `Choose one of ${places.join(', ')}.`;
  const url = originHere(answers.url);
  if (where && where !== 'own' && url === undefined)
    faults.url = 'Enter the address of a Startline that runs on this machine, such as http://localhost:8000.';
  const given = answers.seed === '' ? seed : number('seed', 0, 4_294_967_295, true);
  if (answers.comment.length > 2000) faults.comment = 'Enter at most 2000 characters.';
  if (!scenario || !arrivals || Object.keys(faults).length > 0) return { kind: 'faults', faults };
  const wish: Wish = {
    scenario,
    runners,
    within,
    think: [least, most],
    race: answers.race,
    card,
    seed: given,
    arrivals,
    ...(where === 'there' && url !== undefined && { url }),
    ...(where === 'twin' && url !== undefined && { twinOf: url }),
    ...(abandons !== undefined && { abandons }),
    ...(joins !== undefined && { joins }),
    ...(together !== undefined && { together }),
    ...(challenged !== undefined && { challenged }),
  };
  return { kind: 'wish', comment: answers.comment, wish };
};
