import * as v from 'valibot';
import { anyEntry } from '../../lambdas/api/messages/quotes';
import { runner } from '../../lambdas/api/messages/registrations';
import { read } from '../../lambdas/api/read';

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  birthDate: '1990-05-17',
  gender: 'female',
  emergencyContact: 'Bob, 0170 1234567',
} as const;

const wrongFields = (changes: Partial<Record<keyof typeof ada, string>>) => {
  const result = read(runner, { ...ada, ...changes });
  return 'errors' in result ? result.errors.map(({ field }) => field) : [];
};

test.each([
  'ada+run@example.com',
  "o'neil@mail.example.co.uk",
  'ada@bücher.example',
  'ada@xn--bcher-kva.example',
  'a..b@example.jp',
  'ada@मेल.भारत',
])('mail can go to %s', (email) => expect(wrongFields({ email })).toEqual([]));

test.each([
  'jörg@example.com',
  'ada\u202e@example.com',
  'ada\u200b@example.com',
  'ada@exam\u200bple.com',
  'ada@example..com',
  'ada@-example.com',
  'ada@example',
  'ada@example.c',
  'ada@\u0130cloud.example',
  'ada@example.com\r\nBcc: eve@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a.'.repeat(130)}com`,
])('no mail would arrive at %j, so the runner is told at once', (email) =>
  expect(wrongFields({ email })).toEqual(['email']),
);

test('an address as long as a whole message is refused at once', () => {
  const before = process.cpuUsage();
  for (const part of ['a', 'a.', 'a-', '-', '.', '@', 'é']) wrongFields({ email: `ada@${part.repeat(8000)}` });
  expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});

test.each(['1900-01-01', '2024-02-29'])('somebody may be born on %s', (birthDate) =>
  expect(wrongFields({ birthDate })).toEqual([]),
);

test.each(['2023-02-29', '2023-02-31', '1899-12-31', '2023-2-3'])('nobody is born on %s', (birthDate) =>
  expect(wrongFields({ birthDate })).toEqual(['birthDate']),
);

test.each(['李', 'Ó', 'عمر', 'می\u200cخواهم', '-', 'X Æ A-12'])('%j is a name', (lastName) =>
  expect(wrongFields({ lastName })).toEqual([]),
);

test.each([
  '',
  ' ',
  '\u200b\u200b',
  '\u3164',
  '\u2060 \u00ad',
  'A\u202eB',
  'A\u061cB',
  'A\u0000',
  'A\ufff9B',
  'A\u{e0041}',
])('%j is no name anybody could read', (lastName) => expect(wrongFields({ lastName })).toEqual(['lastName']));

test('an entry of many levels is refused before anything walks through it', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const registrationId = '0199a000-0000-7000-8000-000000000001';
  const entry = (answer: unknown) => ({ people: [{ registrationId, answers: { heard: answer } }], order: {} });
  expect(v.safeParse(anyEntry, entry(['web', 'club'])).success).toBe(true);
  expect(v.safeParse(anyEntry, entry(deep)).issues?.map(({ message }) => message)).toEqual(['too-deep']);
});
