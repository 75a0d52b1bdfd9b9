import { templates } from '../../../lambdas/domain/mail-order';
import { type SampleRace, sampleLetters } from '../../../lambdas/mail/letters/sample-letters';
import { en } from '../../../lambdas/mail/letters/texts/en';
import { ada, writeOne } from '../write-one';

const race: SampleRace = {
  raceId: 'harbour',
  raceName: 'Harbour Run <b>',
  place: 'Oslo',
  raceDate: '2027-05-02',
  timeZone: 'Europe/Oslo',
  eventName: 'Ten',
  amount: 4500,
  currency: 'EUR',
  refundPercent: 50,
  transferFee: 500,
  deferral: {
    until: new Date('2027-04-01T00:00:00Z'),
    worth: 'entry',
    fee: 1000,
    creditUntil: new Date('2028-04-01T00:00:00Z'),
    series: 'Harbours',
  },
  documents: [{ kind: 'waiver', version: '3', text: 'I run at my own risk.' }],
};
const now = Date.parse('2027-03-01T10:00:00Z');
const sample = (changes: Partial<SampleRace> = {}, locales = [en]) =>
  sampleLetters({ ...race, ...changes }, 'https://startline.example/', now, locales);
const named = async (template: string, changes: Partial<SampleRace> = {}) =>
  (await sample(changes)).find((one) => one.template === template);

test('every mail to a runner or to somebody who waits is shown, with the texts of the race', async () => {
  const letters = await sample();
  const notOfARace = ['staff-link', 'staff-invitation', 'passkeys-changed', 'announcement', 'announcement-test'];
  expect(letters.map(({ template }) => template).sort()).toEqual(
    templates.filter((template) => !notOfARace.includes(template)).sort(),
  );
  for (const { template, subject, text, html } of letters) {
    expect([template, subject]).toEqual([template, expect.stringContaining('Ten, Harbour Run <b>')]);
    expect([template, text]).toEqual([template, expect.stringContaining('Ada')]);
    expect(html).toContain('Harbour Run &lt;b&gt;');
    expect(html).not.toContain('Harbour Run <b>');
    // A link with a token opens something.
    expect([template, text.includes('#')]).toEqual([template, false]);
  }
});

test('they say what this race would: its prices, refund, fees, deferral and texts', async () => {
  expect((await named('confirmation'))?.text).toContain('Paid: €45.00 with Visa •••• 4242');
  expect((await named('cancellation'))?.text).toContain('€22.50 of the €45.00');
  expect((await named('cancellation', { refundPercent: 0 }))?.text).toContain('No money is paid back.');
  expect((await named('transfer-offer'))?.text).toContain('€5.00');
  expect((await named('transfer-offer', { transferFee: undefined }))?.text).toContain('You pay nothing here');
  expect((await named('deferred'))?.text).toContain('one entry in a later race of Harbours');
  expect((await named('guardian-copy'))?.text).toContain('I run at my own risk.');
  expect(await named('deferred', { deferral: undefined })).toBeUndefined();
  expect(await named('guardian-copy', { documents: [] })).toBeUndefined();
  expect((await named('confirmation', { kind: 'ticket' }))?.subject).toContain('Your ticket');
});

test('in a race that gives bibs, they say that the bib comes later, and name no number', async () => {
  for (const { template, text } of await sample({ givesBibs: true }))
    expect(`${template}: ${text}`).not.toMatch(/\b123\b/);
  expect((await named('confirmation', { givesBibs: true }))?.text).toContain('You get your bib number later');
  expect((await named('confirmation', { givesBibs: true, kind: 'ticket' }))?.text).toContain('Number: 123');
});

test('in each language there is, in its words', async () => {
  const letters = await sample({}, [en, { ...en, lang: 'de', hello: () => 'Guten Tag,' }]);
  const confirmations = letters.filter(({ template }) => template === 'confirmation');
  expect(confirmations.map(({ lang, text }) => [lang, text.split('\n')[0]])).toEqual([
    ['en', 'Hello Ada,'],
    ['de', 'Guten Tag,'],
  ]);
  expect(confirmations[1]?.html).toContain('<html lang="de"');
});

test('a sample is what the real mail would be, letter by letter', async () => {
  const registered = {
    ...ada,
    eventName: 'Ten',
    raceName: race.raceName,
    place: race.place,
    raceDate: race.raceDate,
    timeZone: race.timeZone,
    number: 123,
    recordedAt: new Date(now),
    payment: { ...ada.payment, state: 'captured', amount: 4500, card: { brand: 'visa', last4: '4242' } },
  } as typeof ada;
  const order = { registrationId: ada.registrationId, template: 'confirmation', generation: 1 } as const;
  const real = await writeOne(order, { registered: [registered] });
  const shown = await named('confirmation');
  const unlinked = (text: string) => text.replaceAll(/registrations\/[^"\s]+/g, 'registrations/');
  expect([shown?.subject, unlinked(shown?.text ?? ''), unlinked(shown?.html ?? '')]).toEqual([
    real.subject,
    unlinked(real.text),
    unlinked(real.html),
  ]);
});
