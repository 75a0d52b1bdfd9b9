import { createHash } from 'node:crypto';
import type * as v from 'valibot';
import type { makeCodesMessage } from '../../lambdas/codes/messages';
import type { saveDocumentMessage, saveFormMessage } from '../../lambdas/forms/messages';
import type { setStockMessage } from '../../lambdas/units/messages';
import { millDinner, millFive, millMile, millRace, millRelay, millRun, waiver } from './demo-races';

type MakeCodes = v.InferInput<typeof makeCodesMessage>;
type SaveForm = v.InferInput<typeof saveFormMessage>;
type SaveDocument = v.InferInput<typeof saveDocumentMessage>;
type SetStock = v.InferInput<typeof setStockMessage>;

const minorWaiver = [
  'I am a parent or legal guardian of the runner, and I have talked with them about the race.',
  'They are fit enough for the distance, and I let them take part at their own risk.',
  'I can be reached on the day of the race, and I let a doctor treat them if I cannot be.',
].join('\n\n');

const terms = [
  'A spot may be given back until fifty days before the race: 80 % of the entry is paid back, and what was bought in full.',
  'A spot may be passed on to somebody else, who answers the same questions and signs for themselves.',
  'Everybody who starts shows a photo on the day, so that each number runs with its own person.',
].join('\n\n');

/** As the director's command hashes a text. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

const en = (text: string) => ({ en: text });
const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, label]) => ({ id, label: en(label) }));
const inSizes = (item: string, price: number, limited: boolean) =>
  ['XS', 'S', 'M', 'L', 'XL', 'XXL'].map((size) => ({
    id: `${item}-${size.toLowerCase()}`,
    label: en(size),
    price,
    ...(limited && { limited }),
  }));

/** What a demo race asks for and sells beyond a name: the orders of a director, who sets the stock before anybody can buy. */
export const demoForm: {
  readonly documents: readonly SaveDocument[];
  readonly stocks: readonly SetStock[];
  readonly codes: readonly MakeCodes[];
  readonly form: SaveForm;
} = {
  documents: Object.entries({ 'minor-waiver': minorWaiver, terms } as const).map(([kind, text]) => ({
    saveDocument: { raceId: millRace, kind: kind as 'terms', version: '1', locale: 'en', text },
  })),
  stocks: Object.entries({ xs: 20, s: 60, m: 120, l: 120, xl: 60, xxl: 20 })
    .map(([size, stock]) => ({ variant: `shirt-${size}`, stock }))
    .concat(['xs', 's', 'm', 'l', 'xl', 'xxl'].map((size) => ({ variant: `hoodie-${size}`, stock: 10 })))
    .map((one) => ({ setStock: { raceId: millRace, ...one } })),
  codes: [
    {
      makeCodes: {
        raceId: millRace,
        batch: 'spring',
        words: ['MILL-TEN'],
        off: { kind: 'percent', value: 10, appliesTo: 'both' },
        uses: 100,
        perPerson: 1,
      },
    },
    { makeCodes: { raceId: millRace, batch: 'neighbours', words: ['MILLERS'], opensEvents: [millMile] } },
  ],
  form: {
    saveForm: {
      raceId: millRace,
      form: {
        language: 'en',
        questions: [
          {
            id: 'gender',
            type: 'choice',
            role: 'gender',
            required: true,
            label: en('Result list'),
            options: choices({ female: 'Women', male: 'Men', 'non-binary': 'Non-binary' }),
          },
          {
            id: 'contact',
            type: 'text',
            role: 'emergency-contact',
            required: true,
            label: en('Emergency contact'),
            help: en('A name and a phone number. We call only if something happens to you.'),
          },
          { id: 'club', type: 'text', role: 'club', maxLength: 80, label: en('Club or team name') },
          {
            id: 'bus',
            type: 'choice',
            required: true,
            label: en('Do you come by our bus?'),
            options: choices({ yes: 'Yes', no: 'No' }),
          },
          {
            id: 'stop',
            type: 'choice',
            required: true,
            label: en('Where do you get on?'),
            options: choices({ station: 'Millbrook station', market: 'Market square', school: 'The old school' }),
            showIf: { question: 'bus', in: ['yes'] },
          },
          { id: 'best', type: 'duration', events: [millRun], label: en('Your best time over 10 km') },
          {
            id: 'menu',
            type: 'choice',
            required: true,
            events: [millDinner],
            label: en('Which sauce?'),
            options: choices({ basil: 'Basil and nuts', tomato: 'Tomato', cheese: 'Cheese' }),
          },
          {
            id: 'private-medical',
            type: 'long-text',
            sensitive: true,
            maxLength: 300,
            label: en('Anything our doctor should know?'),
          },
          {
            id: 'heard',
            type: 'choices',
            of: 'order',
            label: en('How did you hear of us?'),
            options: choices({ friend: 'A friend', web: 'The web', club: 'My club' }),
          },
        ],
        items: [
          { id: 'shirt', label: en('Race shirt'), included: true, variants: inSizes('shirt', 0, true) },
          {
            id: 'hoodie',
            label: en('Mill hoodie'),
            help: en('There are sixty of them.'),
            variants: inSizes('hoodie', 3_900, true),
          },
        ],
        rules: [
          { events: [millRun], minAge: 16 },
          { events: [millFive], minAge: 8 },
          { events: [millMile], accessCode: true },
          { events: [millRelay], minAge: 12 },
        ],
        documents: [
          { kind: 'waiver', hash: hashOf(waiver.text), signature: 'typed-name' },
          { kind: 'minor-waiver', hash: hashOf(minorWaiver), signature: 'typed-name' },
          { kind: 'terms', hash: hashOf(terms) },
        ],
        fundraising: true,
        teams: {
          kinds: [
            { id: 'club', label: en('Club'), size: 12, events: [millRun, millFive] },
            { id: 'family', label: en('Friends and family'), size: 6, events: [millRun, millFive] },
            {
              id: 'relay',
              label: en('Relay of four'),
              size: 4,
              events: [millRelay],
              legs: ['Mill pond', 'Forest', 'Weir', 'Market square'].map((label, n) => ({
                label: en(`${n + 1}: ${label}`),
              })),
            },
          ],
        },
        causes: [
          {
            id: 'trees',
            label: en('Trees for the mill pond'),
            presets: [500, 1_000, 2_500],
            least: 200,
            most: 50_000,
          },
        ],
      },
    },
  },
};
