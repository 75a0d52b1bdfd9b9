import { maskedEmail, shortName } from '../../lambdas/domain/person/masking';

test.each([
  ['Ada', 'Lovelace', 'Ada L.'],
  ['Ada', ' de Witt', 'Ada d.'],
  ['Ada', '𠮷田', 'Ada 𠮷.'],
  ['Ada', ' ', 'Ada'],
])('%s %s is shown as %s', (firstName, lastName, shown) => {
  expect(shortName({ firstName, lastName })).toBe(shown);
});

test.each([
  ['bea@example.com', 'b…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
  ['@example.com', '…@example.com'],
])('%s is shown as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});
