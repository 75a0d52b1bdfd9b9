import type { Wish } from '../../../loadtest/report/test-report';
import type { SystemOptions } from '../../../local/system';
import { benchEventId, benchRaceId } from './bench-race';

type Orders = NonNullable<SystemOptions['orders']>;

const en = (text: string) => ({ en: text });
const options = (...labels: string[]) => labels.map((label) => ({ id: label.toLowerCase(), label: en(label) }));
const sizes = ['xs', 's', 'm', 'l', 'xl', 'xxl'];
const raceId = benchRaceId;

/** More shirts of each size than people who want one, and fewer hoodies and uses of the code. */
const spareShirts = 1.5;
const [hoodiesFor, usesFor] = [0.2, 0.1];

const benchCode = 'BENCH-TEN';

/** What runners of the full form want. */
export const formWishes: Partial<Wish> = { codes: benchCode, withCode: 10, donate: 10, teams: 5 };

const published = (form: object): Orders => [
  { saveForm: { raceId, form: { language: 'en', ...form } } },
  { publishForm: { raceId, revision: 1 } },
];
const stocked = (stock: Readonly<Record<string, number>>): Orders =>
  Object.entries(stock).map(([variant, count]) => ({ setStock: { raceId, variant, stock: Math.ceil(count) } }));
const limited = (id: string, price: number) => ({ id, label: en(id), price, limited: true });

/** Five questions, a shirt for everybody in six limited sizes, hoodies, a code, a cause and teams: for so many runners. */
export const fullForm = (runners: number): Orders => [
  ...stocked({
    ...Object.fromEntries(sizes.map((size) => [`shirt-${size}`, (runners / sizes.length) * spareShirts])),
    hoodie: runners * hoodiesFor,
  }),
  {
    makeCodes: {
      ...{ raceId, batch: 'bench', words: [benchCode], perPerson: 1 },
      ...{ off: { kind: 'percent', value: 10 }, uses: Math.ceil(runners * usesFor) },
    },
  },
  ...published({
    questions: [
      {
        id: 'gender',
        type: 'choice',
        role: 'gender',
        required: true,
        label: en('Category'),
        options: options('Female', 'Male'),
      },
      { id: 'contact', type: 'text', role: 'emergency-contact', required: true, label: en('Emergency contact') },
      { id: 'club', type: 'text', role: 'club', label: en('Club') },
      { id: 'bus', type: 'choice', required: true, label: en('Do you come by bus?'), options: options('Yes', 'No') },
      {
        ...{ id: 'stop', type: 'choice', required: true, label: en('Where do you get on?') },
        ...{ options: options('Station', 'Market'), showIf: { question: 'bus', in: ['yes'] } },
      },
    ],
    items: [
      { id: 'shirt', label: en('Shirt'), included: true, variants: sizes.map((size) => limited(`shirt-${size}`, 0)) },
      { id: 'hoodies', label: en('Hoodie'), variants: [limited('hoodie', 3_900)] },
    ],
    causes: [{ id: 'trees', label: en('Trees'), presets: [500, 1_000], least: 100, most: 10_000 }],
    teams: { kinds: [{ id: 'club', label: en('Club'), size: 12, events: [benchEventId] }] },
  }),
];

/** Nothing but a shirt, of which there are so many. */
export const shirtForm = (shirts: number): Orders => [
  ...stocked({ shirt: shirts }),
  ...published({
    questions: [],
    items: [{ id: 'shirts', label: en('Shirt'), variants: [limited('shirt', 2_000)] }],
  }),
];
