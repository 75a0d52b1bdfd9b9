import type { Template } from '../../../lambdas/domain/mail-order';
import { cardName, type PaidCard } from '../../../lambdas/domain/money/payment';
import { wordsOf } from '../../../lambdas/mail/letters/render';
import { en } from '../../../lambdas/mail/letters/texts/en';
import type { Registered } from '../../../lambdas/mail/ports';
import { inAscii, withName } from '../../../lambdas/mail/send/ses-post';
import { ada, href, writeOne } from '../write-one';

const { inDay, inMoney, inTime } = wordsOf(en);

const write = (template: Template, one: Registered = ada, all: readonly Registered[] = [one]) =>
  writeOne({ registrationId: one.registrationId, template, generation: 1 }, { registered: all });

test('the confirmation says number, event, race, day, amount, and has the link', async () => {
  const { subject, text, html, recipient } = await write('confirmation');
  expect([subject, recipient]).toEqual(['You are in: Ten, Harbour Run', 'ada@example.com']);
  for (const part of [
    'Hello Ada,',
    'Your number is 17',
    'Ten',
    'Harbour Run',
    'Harbour City',
    'Sunday, 2 May 2027',
    '€45.00',
    '1 March 2027',
  ]) {
    expect(text).toContain(part);
    expect(html).toContain(part);
  }
  expect(text).toContain(href(ada.registrationId));
  expect(html).toContain(`href="${href(ada.registrationId)}"`);
});

test('the confirmation names the card that paid, to who paid with it', async () => {
  const card = { brand: 'visa', last4: '4242' };
  const payment = { state: 'captured', amount: 4500, refund: undefined, currency: 'EUR', card } as const;
  expect((await write('confirmation', { ...ada, payment })).text).toContain('€45.00 with Visa •••• 4242');
  const group = { size: 2, total: 9000, payer: undefined };
  const both = '€90.00 for 2 people with Visa •••• 4242';
  expect((await write('confirmation', { ...ada, payment, group })).text).toContain(both);
  const others = [
    { ...ada, payment, group: { ...group, payer: 'Byron' } },
    { ...ada, payment, isPaidByAnother: true },
  ];
  for (const other of others) expect((await write('confirmation', other)).text).not.toMatch(/Visa|4242/);
});

test('the confirmation names the team, unless its name may be a web address, and sends the captain to the link', async () => {
  const captain = await write('confirmation', { ...ada, team: { name: 'Bridge & Co. 2', isCaptain: true } });
  expect(captain.text).toContain('Team: Bridge & Co. 2');
  expect(captain.text).toContain('You are the captain of your team.');
  const member = await write('confirmation', { ...ada, team: { name: 'win.example', isCaptain: false } });
  expect(member.text).toContain('Team: Yours');
  expect(member.text + member.html).not.toMatch(/win\.example|captain/);
  expect((await write('confirmation')).text).not.toContain('Team');
});

test.each<[string, PaidCard]>([
  ['Visa •••• 4242', { brand: 'visa', last4: '4242' }],
  ['American Express •••• 0005 (Google Pay)', { brand: 'amex', last4: '0005', wallet: 'google_pay' }],
  ['•••• 1111', { brand: 'unknown', last4: '1111', wallet: 'a_new_one' }],
])('a card is called %s', (name, card) => expect(cardName(card)).toBe(name));

test.each([
  ['duplicate', /already have a registration for this event/],
  ['refused', /no other spot was free/],
] as const)('who is not registered (%s) learns why, and that the card was not charged', async (outcome, why) => {
  const { text } = await write('not-registered', {
    ...ada,
    outcome,
    number: undefined,
    payment: { state: 'voided', amount: 4500, refund: undefined, currency: 'EUR' },
  });
  expect(text).toMatch(why);
  expect(text).toContain('Your card was not charged.');
});

test('a runner whose card failed learns that there is no registration', async () => {
  const { text } = await write('payment-failed', {
    ...ada,
    payment: { state: 'failed', amount: 4500, refund: undefined, currency: 'EUR' },
  });
  expect(text).toContain('€45.00');
  expect(text).toContain('you are not registered');
});

test('the link mail links every registration of the address', async () => {
  const second = {
    ...ada,
    registrationId: '01890000-0000-7000-8000-000000000002',
    firstName: 'Byron',
    eventName: 'Half',
    number: 4,
  };
  const { subject, text, html } = await write('registration-link', ada, [second, ada]);
  expect(subject).toBe('Your registrations');
  for (const id of [ada.registrationId, second.registrationId]) {
    expect(text).toContain(href(id));
    expect(html).toContain(href(id));
  }
  expect(text).toContain('Half, Harbour Run, number 4');
});

test('no mail says what is not so', async () => {
  await expect(write('confirmation', { ...ada, outcome: 'refused' })).rejects.toThrow(
    'no confirmation would be true now',
  );
  await expect(
    write('confirmation', { ...ada, payment: { state: 'failed', amount: 1, refund: undefined, currency: 'EUR' } }),
  ).rejects.toThrow();
  await expect(write('confirmation', { ...ada, payment: undefined })).rejects.toThrow();
  await expect(write('confirmation', { ...ada, ended: 'cancelled' })).rejects.toThrow();
  await expect(write('confirmation', { ...ada, ended: 'transferred' })).rejects.toThrow();
  await expect(write('not-registered')).rejects.toThrow();
  await expect(write('payment-failed')).rejects.toThrow();
  await expect(write('registration-link', ada, [])).rejects.toThrow();
  await expect(write('cancellation')).rejects.toThrow();
  await expect(write('cancellation', { ...ada, ended: 'transferred' })).rejects.toThrow();
  await expect(write('transferred')).rejects.toThrow();
  await expect(write('transferred', { ...ada, ended: 'cancelled' })).rejects.toThrow();
});

const hostile = `<img src=x onerror="alert('1')">&amp;\u202e\u0000`;

test.each(['confirmation', 'registration-link'] as const)('whatever people typed stays text (%s)', async (template) => {
  const { html, text, subject } = await write(template, {
    ...ada,
    firstName: hostile,
    raceName: `${hostile}\r\nBcc: all@example.com`,
    eventName: hostile,
    place: hostile,
  });
  expect(html).not.toMatch(/<img|onerror="|alert\('/);
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
  for (const part of [html, text, subject]) expect(part).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  expect(subject).not.toMatch(/[\r\n]/);
});

test.each([
  ['Ada', 'Hello Ada,'],
  ['J. R.', 'Hello J. R.,'],
  ["Siobhán O'Neil-Übel", "Hello Siobhán O'Neil-Übel,"],
  ['李', 'Hello 李,'],
  ['evil.example/win', 'Hello,'],
  ['evil.com', 'Hello,'],
  ['http://evil', 'Hello,'],
  ['', 'Hello,'],
])('greets %s, unless the name would become a link', async (firstName, greeting) => {
  expect((await write('confirmation', { ...ada, firstName })).text.split('\n')[0]).toBe(greeting);
});

test('the HTML can be read on a phone, in the dark and aloud', async () => {
  const { html } = await write('confirmation');
  expect(html).toMatch(/<html lang="en"/);
  expect(html).toContain('name="viewport"');
  expect(html).toContain('name="color-scheme" content="light dark"');
  expect(html).not.toMatch(/<table|<img|<script|http-equiv|@import/);
  // No colour except the button's own pair.
  expect(html.replace(/background:#8c2913;color:#ffffff/g, '')).not.toMatch(/color:|background/);
});

test('a link leaves the frame in which a mail program shows the mail: our page lets nobody frame it', async () => {
  const { html } = await write('confirmation');
  expect(html.match(/<a /g)).toEqual(
    html.match(/<a href="[^"]+" target="_blank" rel="noopener noreferrer"/g)?.map(() => '<a '),
  );
});

test('money and days are as people write them', () => {
  expect([inMoney(4500, 'EUR'), inMoney(4500, 'JPY'), inMoney(0, 'USD'), inMoney(1, 'USD')]).toEqual([
    '€45.00',
    '¥4,500',
    '$0.00',
    '$0.01',
  ]);
  expect(inDay('2027-01-01')).toBe('Friday, 1 January 2027');
  expect(inTime(new Date('2027-03-01T23:30:00Z'), 'Pacific/Auckland')).toContain('2 March 2027');
});

test('a sender name cannot become a header, another address, or half a character', () => {
  expect(withName('Harbour Run', 'm@s.example')).toBe('"Harbour Run" <m@s.example>');
  expect(withName('X\r\nBcc: a@b.example', 'm@s.example')).toBe('"X Bcc: a@b.example" <m@s.example>');
  expect(withName('"<evil@x.example>"\\', 'm@s.example')).toBe('"evil@x.example" <m@s.example>');
  expect(withName('\u202e\u0000 ', 'm@s.example')).toBe('m@s.example');
  expect(withName('a'.repeat(500), 'm@s.example')).toHaveLength(60 + 16);
  const long = withName('Läufe für alle 🏃'.repeat(9), 'm@s.example');
  const words = long.replace(' <m@s.example>', '').split(' ');
  const decoded = words.map((word) =>
    Buffer.from(/^=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=$/.exec(word)?.[1] ?? '', 'base64').toString(),
  );
  expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(75);
  expect(decoded.join('')).toBe(Array.from('Läufe für alle 🏃'.repeat(9)).slice(0, 60).join('').trim());
});

test('a domain in other letters is written in ASCII, everything else is left as it is', () => {
  expect(inAscii('ada@bücher.example')).toBe('ada@xn--bcher-kva.example');
  for (const address of ['ada@example.com', 'ada', '@x', 'ada@a b.example', 'ädä@example.com'])
    expect(inAscii(address)).toBe(address);
});

describe('of several who were registered together', () => {
  const together = { size: 3, total: 13500, payer: undefined };
  const lead: Registered = { ...ada, group: together };
  const companion: Registered = { ...ada, firstName: 'Byron', group: { ...together, payer: 'Ada' } };

  test('somebody who paid sees what was paid for all, and that the others have their own mails', async () => {
    const { text } = await write('confirmation', lead);
    expect(text).toContain('Your number is 17');
    expect(text).toContain('€135.00 for 3 people');
    expect(text).toContain('The other 2 of you are registered as well');
    const two = await write('confirmation', { ...lead, group: { ...together, size: 2, total: 9000 } });
    expect(two.text).toContain('The other one of you is registered as well');
  });

  test('somebody who was registered by another learns by whom, and sees no sum that they did not pay', async () => {
    const { text } = await write('confirmation', companion);
    expect(text).toContain('Ada has registered you and paid for you: you are in. Your number is 17.');
    expect(text).not.toMatch(/€|others? /);
    const odd = await write('confirmation', { ...companion, group: { ...together, payer: 'win.example/x' } });
    expect(odd.text).toContain('Somebody has registered you');
  });

  test('somebody who cancels learns what goes back of their part, and that nothing changes for the others', async () => {
    const payment = { state: 'captured', amount: 4500, refund: 3600, currency: 'EUR' } as const;
    const [first, second] = [
      await write('cancellation', { ...lead, ended: 'cancelled', payment }),
      await write('cancellation', { ...companion, ended: 'cancelled', payment }),
    ];
    expect(first.text).toContain('€36.00 of the €45.00 that was paid for you goes back to the card you paid with.');
    expect(second.text).toContain('goes back to the card that paid for all of you.');
    for (const { text } of [first, second])
      expect(text).toContain('nothing changes for those who were registered together');
  });

  test('a runner whose card failed learns that nobody of them is in', async () => {
    const payment = { state: 'failed', amount: 4500, refund: undefined, currency: 'EUR' } as const;
    const { text } = await write('payment-failed', { ...lead, payment });
    expect(text).toContain('We had 3 spots for you');
    expect(text).toContain('€135.00');
    expect(text).toContain('nobody of you is registered');
  });

  test.each([
    ['duplicate', /somebody of you already has a registration/],
    ['refused', /not enough free spots for all of you/],
  ] as const)('who are not registered (%s) learn why it is nobody', async (outcome, why) => {
    const { text } = await write('not-registered', { ...lead, outcome, number: undefined });
    expect(text).toContain('We could not register the 3 of you');
    expect(text).toMatch(why);
  });
});
