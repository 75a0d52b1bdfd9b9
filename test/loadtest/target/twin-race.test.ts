import * as v from 'valibot';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { makeCodesMessage } from '../../../lambdas/codes/messages';
import { publishFormMessage, saveDocumentMessage, saveFormMessage } from '../../../lambdas/forms/messages';
import { createRaceMessage } from '../../../lambdas/races/messages';
import { setStockMessage } from '../../../lambdas/units/messages';
import { readTwin, twinOf } from '../../../loadtest/target/twin-race';
import { serve } from '../support/small-server';

const original: RaceMessage = {
  id: 'harbour',
  name: 'Harbour Marathon',
  place: 'Harbour City',
  date: '2027-05-02',
  timeZone: 'Europe/Berlin',
  description: 'Along the quays.',
  currency: 'EUR',
  opensAt: '2027-01-10T10:00:00.000Z',
  closesAt: '2027-02-10T10:00:00.000Z',
  waiver: { version: '1', text: 'I run at my own risk.', hash: 'h' },
  events: [
    {
      id: '0199a000-0000-7000-8000-000000000001',
      name: 'Marathon',
      distance: 42_195,
      capacity: 500,
      prices: [
        { label: 'Early', from: '2027-01-09T10:00:00.000Z', amount: 8_900 },
        { label: 'Regular', from: '2027-01-20T10:00:00.000Z', amount: 10_900 },
      ],
    },
  ],
  changes: { refundPercent: 80, cancelUntil: '2027-02-01T10:00:00.000Z' },
};

test.each([
  ['before the opening', '2026-12-01T09:00:00.000Z'],
  ['while it is open', '2027-01-15T12:00:00.000Z'],
  ['long after it closed', '2027-09-01T12:00:00.000Z'],
])('made %s, a twin opens at once, and everything comes after its opening as it does in the original', (_, now) => {
  const { createRace: twin } = twinOf(original, new Date(now));
  const since = (instant: string | undefined) => Date.parse(instant ?? '') - Date.parse(twin.opensAt);
  const day = 86_400_000;
  expect(twin.opensAt).toBe(now);
  expect(since(twin.closesAt)).toBe(31 * day);
  expect(twin.events[0]?.prices.map(({ from }) => since(from))).toEqual([-day, 10 * day]);
  expect(since(twin.changes?.cancelUntil)).toBe(22 * day);
});

test('a twin has the same events, prices and capacity, and is a race that can be made', () => {
  const edited: RaceMessage = { ...original, revision: 4, codes: true };
  const { createRace: twin } = twinOf(edited, new Date('2026-12-01T09:00:00.000Z'));
  expect(v.safeParse(createRaceMessage, { createRace: twin }).issues).toBeUndefined();
  expect(twin).toMatchObject({ id: 'harbour', name: 'Harbour Marathon', changes: { refundPercent: 80 } });
  expect(twin.events).toMatchObject([
    { name: 'Marathon', capacity: 500, prices: [{ amount: 8_900 }, { amount: 10_900 }] },
  ]);
});

test('a twin of a race with a form has its documents, stock, form and events for gifts, and codes of its own', async () => {
  const [run] = original.events;
  const gifts = {
    ...run,
    id: '0199a000-0000-7000-8000-000000000002',
    name: 'Gifts',
    kind: 'gift',
    distance: 0,
  } as const;
  const waiver = { ...original.waiver, hash: 'h'.repeat(43) };
  const withForm = {
    ...original,
    waiver,
    form: 3,
    events: [...original.events, { ...gifts, capacity: 400, prices: run?.prices ?? [] }],
  };
  const form = {
    ...{ raceId: 'harbour', revision: 3, language: 'en', questions: [] },
    items: [
      {
        id: 'shirt',
        label: { en: 'Shirt' },
        variants: ['m', 'l'].map((id) => ({ id, label: { en: id }, price: 0, ...(id === 'm' && { limited: true }) })),
      },
    ],
    documents: [
      { kind: 'waiver', hash: waiver.hash, signature: 'checkbox' },
      { kind: 'terms', hash: 't'.repeat(43), signature: 'checkbox' },
    ],
  };
  const variants = Object.entries({ m: 7, 'id-of-a-code': 1, 'id-of-another': 40 }).map(([variant, stock]) => ({
    variant,
    stock,
  }));
  const said: Readonly<Record<string, unknown>> = {
    '/api/races/harbour': withForm,
    '/api/races/harbour/forms/3': form,
    [`/api/races/harbour/texts/${'t'.repeat(43)}`]: {
      ...{ raceId: 'harbour', hash: 't'.repeat(43), version: '2', locale: 'en', text: 'Dogs stay at home.' },
    },
    '/status.json': { races: [{ raceId: 'harbour', sold: { variants } }] },
  };
  const { url } = await serve((request, response) => {
    response.end(JSON.stringify(said[request.url ?? '']));
  });
  const { race, orders } = await readTwin({ url, status: url }, 'harbour', ['MILL-TEN', 'ONE-RUNNER', 'MORE-RUNNERS']);
  expect(v.safeParse(createRaceMessage, race).issues).toBeUndefined();
  expect(race.createRace.events.map(({ name }) => name)).toEqual(['Marathon', 'Gifts']);
  const { raceId: _, revision: __, ...definition } = form;
  expect(orders).toEqual([
    { saveDocument: { raceId: 'harbour', kind: 'terms', version: '2', locale: 'en', text: 'Dogs stay at home.' } },
    { setStock: { raceId: 'harbour', variant: 'm', stock: 7 } },
    { saveForm: { raceId: 'harbour', form: definition } },
    { publishForm: { raceId: 'harbour', revision: 1 } },
    ...Object.entries({ 'MILL-TEN': 40, 'ONE-RUNNER': 1, 'MORE-RUNNERS': 40 }).map(([word, uses], n) => ({
      makeCodes: {
        ...{ raceId: 'harbour', batch: `twin-${n + 1}`, words: [word], perPerson: 1, uses },
        off: { kind: 'percent', value: 10 },
      },
    })),
  ]);
  const names = ['saveDocument', 'setStock', 'saveForm', 'publishForm', 'makeCodes'] as const;
  const schemas = {
    saveDocument: saveDocumentMessage,
    setStock: setStockMessage,
    saveForm: saveFormMessage,
    publishForm: publishFormMessage,
    makeCodes: makeCodesMessage,
  };
  for (const [n, order] of orders.entries())
    expect(v.safeParse(schemas[names[n] ?? 'makeCodes'], order).issues).toBeUndefined();
});

test('a twin has no events for gifts and tickets without a form', () => {
  const [run] = original.events;
  const gift = {
    ...run,
    id: '0199a000-0000-7000-8000-000000000002',
    name: 'Donate',
    kind: 'gift',
    distance: 0,
  } as const;
  const withGifts = { ...original, events: [...original.events, { ...gift, capacity: 400, prices: [] }] };
  const { createRace: twin } = twinOf(withGifts, new Date('2026-12-01T09:00:00.000Z'));
  expect(twin.events.map(({ name }) => name)).toEqual(['Marathon']);
});
