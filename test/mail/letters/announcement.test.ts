import { knowsPlaceholders } from '../../../lambdas/domain/announcement';
import type { AnnouncementLetter } from '../../../lambdas/mail/opt-out/ports';
import type { Registered } from '../../../lambdas/mail/ports';
import { writeOne } from '../write-one';

const registered: Registered = {
  registrationId: '01890000-0000-7000-8000-000000000001',
  outcome: 'confirmed',
  number: 12,
  firstName: 'Ada',
  email: 'ada@example.com',
  recordedAt: new Date('2027-01-01T00:00:00Z'),
  ended: undefined,
  cancelledBy: undefined,
  passedTo: undefined,
  isPaidByAnother: false,
  payment: undefined,
  eventName: 'Ten',
  raceName: 'Harbour Run',
  place: 'Harbour',
  raceDate: '2027-05-02',
  timeZone: 'UTC',
};

const announcement: AnnouncementLetter = {
  raceId: 'harbour',
  subject: 'Start at 9, {firstName}',
  body: 'Your number is {number} in {event}.\nBring it.\n\nMore: {link} <b>now</b>',
  isService: false,
  people: 'registered',
  readers: [{ firstName: 'Ada', number: 12, eventName: 'Ten' }],
};

const write = (changes: Partial<AnnouncementLetter> = {}, who: Partial<Registered> = {}) =>
  writeOne(
    { registrationId: registered.registrationId, template: 'announcement', generation: 3 },
    { registered: [{ ...registered, ...who }], announcement: { ...announcement, ...changes } },
  );

test('a runner reads what is in braces as it is for them, and HTML as text', async () => {
  const { subject, text, html, recipient } = await write();
  expect([subject, recipient]).toEqual(['Start at 9, Ada', 'ada@example.com']);
  expect(text).toContain('Your number is 12 in Ten.\nBring it.\n\nMore: https://startline.example/registrations/');
  expect(html).toContain('Ten.<br>\nBring it.');
  expect(html).toContain('&lt;b&gt;now&lt;/b&gt;');
});

test('a runner whose bib is given later reads that it is still to come', async () => {
  const { text } = await write({ readers: [{ firstName: 'Ada', number: 'later', eventName: 'Ten' }] });
  expect(text).toContain('Your number is still to come in Ten.');
});

test('a family with one address gets one mail with all of their names', async () => {
  const readers = [
    { firstName: 'Ada', number: 12, eventName: 'Ten' },
    { firstName: 'Ben', number: 13, eventName: 'Ten' },
    { firstName: 'www.evil.example', number: 14, eventName: 'Five' },
  ];
  const { subject, text } = await write({ readers });
  expect(subject).toBe('Start at 9, Ada and Ben');
  expect(text).toContain('Hello Ada and Ben,');
  expect(text).toContain('Your number is 12, 13, and 14 in Ten and Five.');
  expect(text).not.toContain('evil');
});

test('the subject of a mail to a club names three of its runners, and says how many more there are', async () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      firstName: `Ada ${'abcdefghij'[n % 10]}${'abcdefghij'[Math.floor(n / 10)]}`,
      number: n + 1,
      eventName: 'Ten',
    }));
  const wrote = await write({ subject: '{firstName}: {number}, {event}', readers: some(100) });
  expect(wrote.subject).toBe('Ada aa, Ada ba, Ada ca, and 97 more: 1, 2, 3, and 97 more, Ten');
  // Its text has all of them.
  expect(wrote.text).toContain('Ada ij, and Ada jj,');
  expect(wrote.text).toContain('98, 99, and 100 in Ten.');
  expect((await write({ readers: some(4) })).subject).toBe('Start at 9, Ada aa, Ada ba, Ada ca, and Ada da');
  expect((await write({ readers: some(5) })).subject).toBe('Start at 9, Ada aa, Ada ba, Ada ca, and 2 more');
});

test('news can be ended by one click, and what is about the registration cannot', async () => {
  const [news, service] = [await write(), await write({ isService: true })];
  expect(news.oneClick).toBe('https://startline.example/api/opt-outs/token');
  expect(news.text).toContain('No more news by mail:\nhttps://startline.example/news/harbour#token');
  expect(service.oneClick).toBeUndefined();
  expect(service.text).not.toContain('/news/');
});

test('a person who has lost their spot meanwhile gets nothing', async () => {
  await expect(write({}, { ended: 'cancelled' })).rejects.toThrow('nothing to write');
  await expect(write({}, { outcome: 'refused' as never })).rejects.toThrow('nothing to write');
});

test('what is for people who cancelled goes to nobody who runs', async () => {
  const forCancelled = { people: 'cancelled' };
  const { recipient, text } = await write(forCancelled, { ended: 'cancelled' });
  expect(recipient).toBe('ada@example.com');
  expect(text).not.toContain('you are registered');
  await expect(write(forCancelled)).rejects.toThrow('nothing to write');
});

test.each([
  ['Hello {firstName}, {number}, {event}, {link}', true],
  ['Hello {lastName}', false],
  ['{}', false],
  ['{ firstName }', false],
  ['no braces } at all', true],
])('%s: placeholders are known: %s', (text, isKnown) => expect(knowsPlaceholders(text)).toBe(isKnown));
