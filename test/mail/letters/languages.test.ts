import type { Template } from '../../../lambdas/domain/mail-order';
import { en, type LetterTexts } from '../../../lambdas/mail/letters/texts/en';
import { inPseudo } from '../../support/pseudo-language';
import { ada, toByron, waiter, writeOne } from '../write-one';

const pseudo: LetterTexts = { ...(inPseudo(en) as LetterTexts), lang: 'de', numbers: 'de', dates: 'de' };

const failed = { state: 'failed', amount: 4500, refund: undefined, currency: 'EUR' } as const;

const letters: readonly [Template, object][] = [
  ['confirmation', { registered: [ada] }],
  ['not-registered', { registered: [{ ...ada, outcome: 'refused' }], inFront: waiter }],
  ['payment-failed', { registered: [{ ...ada, payment: failed }] }],
  ['cancellation', { registered: [{ ...ada, ended: 'cancelled', cancelledBy: 'runner' }] }],
  ['transferred', { registered: [{ ...ada, ended: 'transferred', passedTo: 'Byron' }] }],
  ['corrected', { registered: [ada] }],
  ['moved', { registered: [ada] }],
  [
    'move-offer',
    {
      registered: [ada],
      moveOffer: {
        offerId: '1',
        to: 'Marathon',
        difference: 1500,
        currency: 'EUR',
        until: new Date('2027-03-28T22:30:00Z'),
      },
    },
  ],
  ['registration-link', { registered: [{ ...ada, due: { amount: 1500, currency: 'EUR' } }], places: [waiter] }],
  ['place-link', { places: [waiter] }],
  ['offer', { places: [waiter] }],
  ['place-confirmation', { places: [{ ...waiter, isConfirmed: false }] }],
  ['place-removed', { places: [{ ...waiter, isOnTheList: false, isRemoved: true }] }],
  ['transfer-offer', { transfer: toByron }],
];

const idOf = (template: Template) => {
  if (template === 'offer' || template.startsWith('place-')) return waiter.ticket.placeId;
  return template === 'transfer-offer' ? toByron.transferId : ada.registrationId;
};

test.each(letters)('the mail %s is wholly in the language that was asked for', async (template, known) => {
  const order = { registrationId: idOf(template), template, generation: 1 };
  const { subject, text, html } = await writeOne(order, known, pseudo);
  expect(subject).toMatch(/^⟦.*⟧$/);
  expect(html).toContain('<html lang="de"');
  // Each paragraph is a text, a fact, a label with its link below, or the name of the site.
  for (const line of text.split('\n').filter((one) => one !== '' && one !== 'Startline' && !one.startsWith('https:')))
    expect(line).toMatch(/^⟦.*⟧(?::.*)?$/);
});

test('dates and amounts are written as the language writes them', async () => {
  const order = { registrationId: ada.registrationId, template: 'confirmation', generation: 1 } as const;
  const { text } = await writeOne(order, { registered: [ada] }, pseudo);
  expect(text).toContain('Sonntag, 2. Mai 2027');
  expect(text).toMatch(/45,00\s€/);
});
