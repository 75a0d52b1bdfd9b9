import type { Page } from 'playwright-core';
import { ada, fillIdentity, heading } from '../walk';
import { problemAnswer } from './fakes/fake-answer';
import type { FakeApi } from './fakes/fake-api';
import { issuedDocuments } from './fakes/fake-changes';
import { fullForm } from './fakes/fake-form';
import { marathonId } from './fakes/fake-races';
import { keptWalk } from './kept-walk';

const id = '01890000-0000-7000-8000-000000000001';

type Screen = (page: Page, api: FakeApi) => Promise<unknown>;

const toJoin: Screen = async (page, api) => {
  api.sale = 'sold-out';
  await page.goto(`${api.url}/races/harbour/waiting-list?event=${marathonId}`);
  await heading(page, 'Join the waiting list').waitFor();
};
const toPlace = async (page: Page, api: FakeApi, status: FakeApi['line']['status'], name: string | RegExp) => {
  api.line.status = status;
  api.line.runners.set(id, { ...ada, eventId: marathonId });
  await page.goto(`${api.url}/waiting-list/${id}#ticket`);
  await heading(page, name).waitFor();
};
const toRegistration = async (page: Page, api: FakeApi) => {
  await page.goto(`${api.url}/registrations/${id}#link`);
  await page.getByText('Pass it on.').waitFor();
};
const toReceipt: Screen = async (page, api) => {
  await page.goto(`${api.url}/registrations/${id}#link`);
  await page.getByRole('link', { name: 'Receipt', exact: true }).click();
  await page.getByRole('link', { name: 'Back to my registration' }).waitFor();
};
const toGiveBack: Screen = async (page, api) => {
  await toRegistration(page, api);
  await page.getByRole('link', { name: 'Give the spot back' }).click();
  await heading(page, 'Give the spot back?').waitFor();
};
const line = (kind: 'entry' | 'item' | 'donation' | 'fee', ref: string, amount: number, refundable: number) =>
  ({ kind, ...(ref && { ref }), list: amount, amount, state: 'given', refundable }) as const;
/** A registration of €171.48, of which €83.20 come back. */
export const linesToGiveBack = [
  { ...line('entry', '', 8900, 7120), label: 'Early entry' },
  line('item', 'shirt-m', 0, 0),
  line('item', 'pasta-child', 600, 600),
  line('item', 'pasta-child', 600, 600),
  line('item', 'hoodie-m', 4500, 0),
  line('donation', 'trees', 2000, 0),
  line('fee', '', 548, 0),
];
const giveBack: Screen = async (page, api) => {
  await toGiveBack(page, api);
  await page.getByRole('button', { name: /Give the spot back/ }).click();
};
const toDefer: Screen = async (page, api) => {
  for (const race of api.races) race.changes.deferUntil = '2098-12-30T11:00:00.000Z';
  await toRegistration(page, api);
  await page.getByRole('link', { name: 'Run another time' }).click();
  await heading(page, 'Run another time?').waitFor();
};
const toPassOn: Screen = async (page, api) => {
  await toRegistration(page, api);
  await page.getByRole('link', { name: 'Pass it on' }).click();
  await heading(page, 'Pass your spot on').waitFor();
};
const passOn: Screen = async (page, api) => {
  await toPassOn(page, api);
  await page.getByLabel('Their first name').fill('Bea');
  await page.getByLabel('Their e-mail address').fill('bea@example.com');
  await page.getByRole('button', { name: 'Send the offer' }).click();
};
const toTransfer: Screen = async (page, api) => {
  await page.goto(`${api.url}/transfers/${id}#token`);
  await heading(page, 'A spot is offered to you').waitFor();
};
const toMove: Screen = async (page, api) => {
  api.line.transfer = 'move-offered';
  await page.goto(`${api.url}/transfers/${id}#token`);
  await heading(page, 'A spot in Marathon is kept for you').waitFor();
};
const fillTransfer: Screen = keptWalk(async (page, api) => {
  await toTransfer(page, api);
  await fillIdentity(page, { ...ada, firstName: 'Bea', email: 'bea@example.com' });
  await page.getByRole('radio', { name: 'Women', exact: true }).check();
  await page.getByLabel('Emergency contact').fill('Grace, 040 1234567');
  await page.getByRole('button', { name: 'Continue to the waiver' }).click();
  await heading(page, 'The waiver').waitFor();
});
const takeOver: Screen = async (page, api) => {
  await fillTransfer(page, api);
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await page.getByRole('button', { name: 'Take over the spot' }).click();
};

/** Every screen of the second script. */
export const lazyScreens: Record<string, Screen> = {
  'race-waited-for': (page, api) => {
    api.sale = 'waiting-list';
    return page.goto(`${api.url}/races/harbour`).then(() => page.getByText('All spots are taken').first().waitFor());
  },
  'race-held': (page, api) => {
    api.sale = 'held';
    return page.goto(`${api.url}/races/harbour`).then(() => page.getByText('join the waiting list').first().waitFor());
  },
  'turned-to-the-line': async (page, api) => {
    api.next.hold.push(problemAnswer('waiting-list'));
    await page.goto(`${api.url}/races/harbour/register?event=${marathonId}`);
    await page.getByRole('button', { name: 'Hold a spot for me' }).click();
    await heading(page, 'Others are waiting already').waitFor();
  },
  join: toJoin,
  'join-wrong': async (page, api) => {
    await toJoin(page, api);
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await page.getByText('need another look').waitFor();
  },
  'join-failed': async (page, api) => {
    api.next.join.push(problemAnswer('internal-error'));
    await toJoin(page, api);
    await fillIdentity(page, ada);
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await page.getByText('Please try again').waitFor();
  },
  'join-again': async (page, api) => {
    await toJoin(page, api);
    await fillIdentity(page, ada);
    await page.getByRole('button', { name: 'Join the waiting list' }).click();
    await heading(page, /on the list/).waitFor();
    await page.goBack();
    await heading(page, 'You asked for a place already').waitFor();
  },
  'line-processing': (page, api) => toPlace(page, api, 'processing', 'You are getting onto the list'),
  'line-waiting': (page, api) => toPlace(page, api, 'waiting', 'You are number 42 on the list'),
  'line-unconfirmed': async (page, api) => {
    api.line.confirmation = 'by-mail';
    await toPlace(page, api, 'waiting', 'You are number 42 on the list');
  },
  'line-confirmed': async (page, api) => {
    api.line.confirmation = 'here';
    await toPlace(page, api, 'waiting', 'You are number 42 on the list');
    await page.getByText('Your place is confirmed').waitFor();
  },
  'line-confirm-failed': async (page, api) => {
    api.line.confirmation = 'here';
    api.next.confirm.push(problemAnswer('internal-error'));
    await toPlace(page, api, 'waiting', 'You are number 42 on the list');
    await page.getByRole('button', { name: 'Confirm my place' }).waitFor();
  },
  'line-twice': (page, api) => toPlace(page, api, 'on-the-list', 'You are on the list already'),
  'line-offered': async (page, api) => {
    await toPlace(page, api, 'offered', 'A spot is yours to take');
    await page.getByText('Until').waitFor();
  },
  'line-decline': async (page, api) => {
    await toPlace(page, api, 'offered', 'A spot is yours to take');
    await page.getByRole('link', { name: 'Decline' }).click();
    await heading(page, 'Decline the spot?').waitFor();
  },
  'line-registered': (page, api) => toPlace(page, api, 'registered', 'You are registered'),
  'line-expired': (page, api) => toPlace(page, api, 'expired', 'The offer has ended'),
  'line-left': (page, api) => toPlace(page, api, 'left', 'You have left the list'),
  'line-removed': (page, api) => toPlace(page, api, 'removed', 'You are no longer on the list'),
  'line-not-needed': (page, api) => toPlace(page, api, 'not-needed', 'You need not wait'),
  'offer-runner': async (page, api) => {
    await toPlace(page, api, 'offered', 'A spot is yours to take');
    await page.getByRole('link', { name: 'Take the spot' }).click();
    await heading(page, 'Who will run?').waitFor();
  },
  'offer-ended': async (page, api) => {
    api.next.hold.push(problemAnswer('offer-ended'));
    await toPlace(page, api, 'offered', 'A spot is yours to take');
    await page.getByRole('link', { name: 'Take the spot' }).click();
    await heading(page, 'The offer has ended').waitFor();
  },
  registration: toRegistration,
  'registration-fixed': async (page, api) => {
    for (const race of api.races) race.changes = { refundPercent: 0 };
    await page.goto(`${api.url}/registrations/${id}#link`);
    await page.getByText('the organiser of this race decides').waitFor();
  },
  receipt: async (page, api) => {
    api.line.documents = issuedDocuments;
    await toReceipt(page, api);
    await heading(page, 'Receipt').waitFor();
  },
  'receipt-to-come': toReceipt,
  'receipt-asked-for': async (page, api) => {
    await toReceipt(page, api);
    await page.getByRole('button', { name: 'I need it now' }).click();
    await page.getByText('is being made').waitFor();
  },
  'billing-wrong': async (page, api) => {
    await toReceipt(page, api);
    await page.getByRole('button', { name: 'Add a billing address' }).click();
    await page.getByRole('button', { name: 'Save the address' }).click();
    await page.getByText('need another look').waitFor();
  },
  'billing-saved': async (page, api) => {
    await toReceipt(page, api);
    await page.getByRole('button', { name: 'Add a billing address' }).click();
    await page.getByLabel('Name or company').fill('Rechenmaschinen GmbH');
    await page.getByLabel('Address', { exact: true }).fill('Hauptstraße 1\n89073 Ulm');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByRole('button', { name: 'Save the address' }).click();
    await page.getByText('Saved').waitFor();
  },
  'receipt-of-nobody': async (page, api) => {
    api.line.documentsIn = undefined;
    await toReceipt(page, api);
    await page.getByText('does not send receipts').waitFor();
  },
  'receipt-settling': async (page, api) => {
    api.next.receipt.push(problemAnswer('still-settling', { retryAfter: 30 }));
    await toReceipt(page, api);
    await heading(page, 'There is no receipt').waitFor();
  },
  'give-back': toGiveBack,
  'give-back-lines': async (page, api) => {
    api.forms.push(fullForm);
    api.line.lines = [...linesToGiveBack];
    await toGiveBack(page, api);
    await page.getByText('2 × Pasta party, Ticket for a child').waitFor();
  },
  'give-back-changed': async (page, api) => {
    api.next.cancel.push(problemAnswer('refund-changed', { refund: 4525 }));
    await giveBack(page, api);
    await heading(page, 'The amount has changed').waitFor();
  },
  'give-back-settling': async (page, api) => {
    api.next.cancel.push(problemAnswer('still-settling', { retryAfter: 30 }));
    await giveBack(page, api);
    await page.getByText('Next try').waitFor();
  },
  'given-back': async (page, api) => {
    await giveBack(page, api);
    await heading(page, 'You gave your spot back').waitFor();
  },
  defer: toDefer,
  'defer-changed': async (page, api) => {
    api.next.defer.push(problemAnswer('terms-changed', { terms: { worth: 4500, fee: 0 } }));
    await toDefer(page, api);
    await page.getByRole('button', { name: 'Give the spot up' }).click();
    await heading(page, 'The terms have changed').waitFor();
  },
  'defer-refused': async (page, api) => {
    api.next.defer.push(problemAnswer('deferred-before'));
    await toDefer(page, api);
    await page.getByRole('button', { name: 'Give the spot up' }).click();
    await heading(page, 'You still have your spot').waitFor();
  },
  deferred: async (page, api) => {
    await toDefer(page, api);
    await page.getByRole('button', { name: 'Give the spot up' }).click();
    await heading(page, 'You run another time').waitFor();
  },
  'pass-on': toPassOn,
  'pass-on-wrong': async (page, api) => {
    await toPassOn(page, api);
    await page.getByRole('button', { name: 'Send the offer' }).click();
    await page.getByText('need another look').waitFor();
  },
  'passed-on': async (page, api) => {
    await passOn(page, api);
    await heading(page, 'Offered to Bea').waitFor();
  },
  'registration-offered': async (page, api) => {
    await passOn(page, api);
    await page.getByRole('link', { name: 'Back to my registration' }).click();
    await page.getByText('You offered it to Bea').waitFor();
  },
  transferred: async (page, api) => {
    api.line.ended.set(id, 'transferred');
    await page.goto(`${api.url}/registrations/${id}#link`);
    await heading(page, 'Your spot was passed on').waitFor();
  },
  transfer: toTransfer,
  'move-offer': toMove,
  'move-pay': async (page, api) => {
    await toMove(page, api);
    await page.getByRole('button', { name: 'Pay €15.00 and change' }).click();
    await page.getByRole('button', { name: 'Pay €15.00', exact: true }).waitFor();
  },
  moved: async (page, api) => {
    api.line.transfer = 'moved';
    await page.goto(`${api.url}/transfers/${id}#token`);
    await heading(page, 'You run Marathon now').waitFor();
  },
  'moved-unpaid': async (page, api) => {
    Object.assign(api.line, { transfer: 'moved', isMoveUnpaid: true });
    await page.goto(`${api.url}/transfers/${id}#token`);
    await page.getByText('But the bank refused the difference').waitFor();
  },
  'moved-due': async (page, api) => {
    Object.assign(api.line, { transfer: 'moved', isMoveUnpaid: true, isMoveDue: true });
    await page.goto(`${api.url}/transfers/${id}#token`);
    await heading(page, 'The difference is not paid yet').waitFor();
  },
  'fee-due': async (page, api) => {
    Object.assign(api.line, { transfer: 'accepted', isMoveUnpaid: true, isMoveDue: true });
    await page.goto(`${api.url}/transfers/${id}#token`);
    await heading(page, 'The fee is not paid yet').waitFor();
  },
  news: (page, api) => page.goto(`${api.url}/news/harbour#token`).then(() => heading(page, 'News by mail').waitFor()),
  'news-ended': async (page, api) => {
    await page.goto(`${api.url}/news/harbour#token`);
    await page.getByRole('button', { name: 'No more news of this race' }).click();
    await page.getByText('You get no more news of Harbour Run by mail.').waitFor();
  },
  'transfer-waiver': fillTransfer,
  'transfer-taken': async (page, api) => {
    await takeOver(page, api);
    await heading(page, 'The spot is yours').waitFor();
  },
  'transfer-pay': async (page, api) => {
    api.line.transferFee = 1500;
    await fillTransfer(page, api);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('button', { name: 'Pay €15.00 and register' }).waitFor();
  },
  'transfer-time-over': async (page, api) => {
    Object.assign(api.line, { transferFee: 1500, feeSeconds: 1 });
    await fillTransfer(page, api);
    await page.getByRole('checkbox', { name: /accept/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await heading(page, 'The time to pay is over').waitFor();
  },
  'transfer-already': async (page, api) => {
    api.next.accept.push(problemAnswer('already-registered'));
    await takeOver(page, api);
    await heading(page, 'This runner is registered already').waitFor();
  },
  'transfer-elsewhere': async (page, api) => {
    api.line.transfer = 'accepted';
    await page.goto(`${api.url}/transfers/${id}#token`);
    await heading(page, 'This spot was taken over').waitFor();
  },
  'transfer-gone': async (page, api) => {
    api.line.transfer = 'gone';
    await page.goto(`${api.url}/transfers/${id}#token`);
    await heading(page, 'This spot is no longer offered').waitFor();
  },
};
