import type { Template } from '../../../lambdas/domain/mail-order';
import type { Registered } from '../../../lambdas/mail/ports';
import { ada, href, type Known, placeHref, toByron, transferHref, waiter, writeOne } from '../write-one';

const { placeId } = waiter.ticket;
const paid = { state: 'captured', amount: 4500, refund: undefined, currency: 'EUR' } as const;
const cancelled: Registered = { ...ada, ended: 'cancelled', cancelledBy: 'runner', payment: { ...paid, refund: 3600 } };
const passedOn: Registered = { ...ada, ended: 'transferred', passedTo: 'Byron' };
const refused: Registered = { ...ada, outcome: 'refused', number: undefined, payment: { ...paid, state: 'voided' } };

const write = (template: Template, registered: Registered, known: Known = {}) =>
  writeOne(
    { registrationId: registered.registrationId, template, generation: 1 },
    { registered: [registered], ...known },
  );
const writeOffer = (place = waiter, generation = 1) =>
  writeOne({ registrationId: placeId, template: 'offer', generation }, { places: [place] });
const writeTransferOffer = (transfer = toByron) =>
  writeOne({ registrationId: transfer.transferId, template: 'transfer-offer', generation: 1 }, { transfer });

test('a runner whose turn it is on the waiting list learns until when, by the clocks at the race, and can decline', async () => {
  const { subject, text, html, recipient, senderName } = await writeOffer();
  expect([subject, recipient, senderName]).toEqual([
    'A spot for you: Ten, Harbour Run',
    'grace@example.com',
    'Harbour Run',
  ]);
  for (const part of ['Hello Grace,', 'Ten at Harbour Run on Sunday, 2 May 2027', 'Harbour City', 'decline']) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  // 22:30 in London: in Berlin, where summer time began that night, it is the next day.
  expect(text).toMatch(/Register before 29 March 2027 at 00:30 (CEST|GMT\+2)\./);
  expect(text).toContain(placeHref(placeId));
  expect(html).toContain(`href="${placeHref(placeId)}"`);
});

test('somebody who waits for a family learns for how many the offer is, everywhere it is told of', async () => {
  const family = { ...waiter, size: 4 };
  const { subject, text, html } = await writeOffer(family);
  expect(subject).toBe('4 spots for you: Ten, Harbour Run');
  for (const part of [
    'we keep 4 spots for you',
    'Register all 4 of you together before',
    'Take or decline the spots',
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).not.toMatch(/ a spot| the spot /);

  const refusedTogether = (inFront: typeof waiter) => write('not-registered', refused, { inFront });
  expect((await refusedTogether(family)).text).toContain(
    '4 spots have come back since, and you come first: we keep them',
  );
  expect((await refusedTogether({ ...family, offer: undefined })).text).toContain('when 4 spots come back');
  const links = await writeOne(
    { registrationId: placeId, template: 'place-link', generation: 1 },
    { places: [family] },
  );
  expect(links.text).toContain('4 spots are kept for you:');
});

test('a guardian gets what they signed, and no link that would let a stranger change the registration', async () => {
  const document = { kind: 'minor-waiver', version: '2', text: 'My child is fit.\n\nI answer for it.' } as const;
  const copy = {
    guardian: { name: 'Anne Byron', email: 'anne@example.com' },
    signedAt: new Date('2027-03-01T10:00:00Z'),
    documents: [document],
  };
  const { subject, recipient, text, html } = await write('guardian-copy', ada, { copy });
  expect([subject, recipient]).toEqual(['You signed for Ada: Ten, Harbour Run', 'anne@example.com']);
  expect(text).toContain('Hello Anne Byron,');
  expect(text).toContain('The waiver for minors, version 2:\n\nMy child is fit.\n\nI answer for it.');
  expect(text).toMatch(/Signed: 1 March 2027 at 11:00 (CET|GMT\+1)/);
  expect(text + html).not.toContain('/registrations/');
  await expect(write('guardian-copy', cancelled, { copy })).rejects.toThrow('would be true');
  await expect(write('guardian-copy', ada)).rejects.toThrow('nothing to write');
});

test('an offer that is over, or another one, is not written', async () => {
  await expect(writeOffer({ ...waiter, offer: undefined })).rejects.toThrow('no offer would be true now');
  await expect(writeOffer({ ...waiter, offer: { count: 2, until: new Date() } })).rejects.toThrow('would be true');
  expect((await writeOffer({ ...waiter, offer: { count: 2, until: new Date() } }, 2)).subject).toContain(
    'A spot for you',
  );
});

test('somebody who gave their spot back learns how much of their money goes where', async () => {
  const { subject, text, html } = await write('cancellation', cancelled);
  expect(subject).toBe('Cancelled: Ten, Harbour Run');
  for (const part of [
    'Your registration for Ten at Harbour Run on Sunday, 2 May 2027 is cancelled',
    'Number 17 is no longer yours.',
    '€36.00 of the €45.00 that was paid goes back to the card you paid with.',
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain(href(ada.registrationId));
  expect(text).not.toContain('organiser has cancelled');
});

test.each([
  ['all of it', { ...paid, refund: 4500 }, '€45.00 goes back to the card you paid with.'],
  ['all of it, already', { ...paid, state: 'refunded', refund: 4500 }, '€45.00 goes back to the card you paid with.'],
  ['some, and some before', { ...paid, refund: 2200, givenBack: 'some' }, 'to that card before counts towards it.'],
  ['nothing', paid, 'No money is paid back.'],
  ['nothing more', { ...paid, givenBack: 'all' }, 'What was paid was given back before.'],
] as const)('of what was paid goes back: %s', async (_how, payment, words) => {
  expect((await write('cancellation', { ...cancelled, payment })).text).toContain(words);
});

test('where nothing was paid no money is spoken of', async () => {
  const payment = { ...paid, amount: 0 };
  expect((await write('cancellation', { ...cancelled, payment })).text).not.toMatch(/paid|money|€/);
  expect((await write('transferred', { ...passedOn, payment })).text).not.toMatch(/paid|money|€/);
});

test('a cancellation by the director is not called the wish of the runner', async () => {
  const { text } = await write('cancellation', { ...cancelled, cancelledBy: 'director' });
  expect(text).toContain('The organiser has cancelled your registration');
  expect(text).not.toContain('given back');
});

test('a mail about a race that is cancelled says so, and why', async () => {
  const raceCancelled = 'A storm is coming.';
  const { text } = await write('cancellation', { ...cancelled, cancelledBy: 'director', raceCancelled });
  expect(text).toContain(`${cancelled.raceName} is cancelled.`);
  expect(text).toContain(raceCancelled);
  const own = await write('cancellation', { ...cancelled, raceCancelled });
  expect(own.text).not.toContain(raceCancelled);
});

test('a runner who was passed a spot does not wait for money that goes to another card', async () => {
  const { text } = await write('cancellation', { ...cancelled, isPaidByAnother: true });
  expect(text).toContain('goes back to the card that paid for this spot at first, not to yours.');
});

test('somebody who is offered a spot learns by whom, until when, and that there is nothing to pay', async () => {
  const { subject, text, html, recipient } = await writeTransferOffer();
  expect([subject, recipient]).toEqual(['A spot is offered to you: Ten, Harbour Run', 'byron@example.com']);
  for (const part of [
    'Hello Byron,',
    'Ada Lovelace has a spot in Ten at Harbour Run on Sunday, 2 May 2027',
    'You pay nothing',
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toMatch(/before 1 April 2027 at 23:59 (CEST|GMT\+2)/);
  expect(text).toContain(transferHref(toByron.transferId));
});

test('somebody who passed their spot on learns that it was taken, and gets no promise of money', async () => {
  const { subject, text } = await write('transferred', passedOn);
  expect(subject).toBe('Passed on: Ten, Harbour Run');
  expect(text).toContain('that you offered to Byron was taken, and you are no longer registered.');
  expect(text).toContain('No money is paid back by the race');
  expect(text).toContain(href(ada.registrationId));
});

test('somebody who got a spot from another runner is not told that they paid for it', async () => {
  const { text, html } = await write('confirmation', { ...ada, isPaidByAnother: true });
  expect(text).toContain('The spot that was offered to you is yours. Your number is 17.');
  for (const part of [text, html]) expect(part).not.toMatch(/Paid|€/);
});

test('a runner whose money came too late learns that they are at the front of the waiting list', async () => {
  const { text, html } = await write('not-registered', refused, { inFront: { ...waiter, offer: undefined } });
  expect(text).toContain('You are at the front of the waiting list');
  expect(text).toContain(`See your place on the waiting list:\n${placeHref(placeId)}`);
  expect(html.match(/<a /g)).toHaveLength(1);
});

test('a spot that came back before that mail was written is told of in it', async () => {
  const { text } = await write('not-registered', refused, { inFront: waiter });
  expect(text).toMatch(/we keep it for you until 29 March 2027 at 00:30/);
  expect(text).toContain(placeHref(placeId));
});

test('somebody who is not on the waiting list is not told that they are', async () => {
  const { text } = await write('not-registered', refused);
  expect(text).not.toContain('waiting list');
  expect(text).toContain(href(ada.registrationId));
});

describe('a place on the list', () => {
  const ask = (known: Known, to = waiter) =>
    writeOne({ registrationId: placeId, template: 'place-confirmation', generation: 1 }, { ...known, places: [to] });
  const unconfirmed = { ...waiter, isConfirmed: false, offer: undefined };

  test('is confirmed with one click, and somebody who did not ask need do nothing', async () => {
    const { subject, text, recipient } = await ask({}, unconfirmed);
    expect([subject, recipient]).toEqual([
      'Please confirm your place on the waiting list: Ten, Harbour Run',
      'grace@example.com',
    ]);
    expect(text).toContain('Hello Grace,');
    expect(text).toContain(`Confirm my place on the list:\n${placeHref(placeId)}`);
    expect(text).toContain('If it was not you who asked, just ignore this mail');
  });

  test('of several is asked about for as many', async () => {
    expect((await ask({}, { ...unconfirmed, size: 3 })).text).toContain('waiting list for 3 spots in Ten');
  });

  test('that is confirmed already is linked to, when somebody asks for it a second time', async () => {
    const { text } = await ask({}, { ...waiter, offer: undefined });
    expect(text).toContain('You have your place on the waiting list already, and nothing has changed.');
    expect(text).toContain(placeHref(placeId));
  });

  test('is not needed by who is registered: that is told by mail', async () => {
    const { subject, text } = await ask({ registered: [ada] }, { ...unconfirmed, isOnTheList: false });
    expect(subject).toContain('Your registration');
    expect(text).toContain('already, and nothing has changed.');
    expect(text).toContain(href(ada.registrationId));
  });
});

describe('lost links', () => {
  const second = { ...ada, registrationId: '01890000-0000-7000-8000-000000000002', eventName: 'Half' };
  const lost = (id: string, known: Known) =>
    writeOne(
      { registrationId: id, template: id === placeId ? 'place-link' : 'registration-link', generation: 1 },
      known,
    );

  test.each<[Known, string]>([
    [{ registered: [ada] }, 'Your registration: Ten, Harbour Run'],
    [{ places: [waiter] }, 'Your place on the waiting list: Ten, Harbour Run'],
    [{ registered: [ada], places: [waiter] }, 'Your registration and place on the waiting list'],
    [{ registered: [ada, second], places: [waiter] }, 'Your registrations and place on the waiting list'],
    [{ places: [waiter, { ...waiter, eventName: 'Half' }] }, 'Your places on the waiting list'],
  ])('%# are all in one mail, which says what they lead to', async (known, subject) => {
    const one = known.registered?.[0]?.registrationId ?? placeId;
    const letter = await lost(one, known);
    expect(letter.subject).toBe(subject);
    for (const { registrationId } of known.registered ?? []) expect(letter.text).toContain(href(registrationId));
    if (known.places) expect(letter.text).toContain(placeHref(placeId));
  });

  test('say what is due of a registration, and where it can be paid', async () => {
    const due = { amount: 1500, currency: 'EUR' };
    const { text } = await lost(ada.registrationId, { registered: [{ ...ada, due }, second] });
    expect(text).toContain('€15.00 for Ten, Harbour Run could not be charged.');
    expect(text.match(/could not be charged/g)).toHaveLength(1);
    expect(text).toContain(href(ada.registrationId));
  });

  test('of somebody who waits go to them, also when somebody else registered under the id of their place', async () => {
    const known = { registered: [{ ...ada, registrationId: placeId }], places: [waiter] };
    expect((await lost(placeId, known)).recipient).toBe('grace@example.com');
    const theirs = { registrationId: placeId, template: 'registration-link', generation: 1 } as const;
    expect((await writeOne(theirs, known)).recipient).toBe('ada@example.com');
    await expect(writeOne(theirs, { places: [waiter] })).rejects.toThrow('nothing to write');
  });

  test('of somebody who only waits come under the id of their place, to their address', async () => {
    const letter = await lost(placeId, { places: [{ ...waiter, offer: undefined }] });
    expect(letter.recipient).toBe('grace@example.com');
    expect(letter.text).toContain('Hello Grace,');
    expect(letter.text).toContain('Ten, Harbour Run, waiting list:');
    expect((await lost(placeId, { places: [waiter] })).text).toContain('a spot is kept for you:');
  });
});

const hostile = `<img src=x onerror="alert('1')">&amp;\u202e\u0000`;
const everything = {
  firstName: hostile,
  raceName: `${hostile}\r\nBcc: all@example.com`,
  eventName: hostile,
  place: hostile,
};

test.each([
  ['offer', () => writeOffer({ ...waiter, ...everything })],
  ['transfer-offer', () => writeTransferOffer({ ...toByron, ...everything, from: hostile })],
  ['cancellation', () => write('cancellation', { ...cancelled, ...everything })],
  ['transferred', () => write('transferred', { ...passedOn, ...everything, passedTo: hostile })],
  [
    'link to a place',
    () =>
      writeOne(
        { registrationId: placeId, template: 'place-link', generation: 1 },
        { places: [{ ...waiter, ...everything }] },
      ),
  ],
])('whatever people typed stays text (%s)', async (_name, written) => {
  const { html, text, subject } = await written();
  expect(html).not.toMatch(/<img|onerror="|alert\('/);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
  for (const part of [html, text, subject]) expect(part).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html.match(/<a /g)).toHaveLength(1);
});

test('a name that would become a link is not mailed to a stranger', async () => {
  const { text } = await writeTransferOffer({ ...toByron, from: 'Win evil.example', firstName: 'http://evil.example' });
  expect(text).not.toContain('evil');
  expect(text).toContain('A runner has a spot');
  expect((await write('transferred', { ...passedOn, passedTo: 'evil.example' })).text).toContain('offered to somebody');
});
