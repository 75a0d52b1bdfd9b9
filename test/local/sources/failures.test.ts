import { failuresIn } from '../../../local/sources/deliver';

const batch = ['a', 'b'];

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['an empty object', {}],
  ['a null list', { batchItemFailures: null }],
  ['an empty list', { batchItemFailures: [] }],
])('%s means all succeeded', (_, answer) => expect([...failuresIn(answer, batch)]).toEqual([]));

test.each<[string, unknown]>([
  ['an unknown id', { batchItemFailures: [{ itemIdentifier: 'c' }] }],
  ['an unknown id beside a known one', { batchItemFailures: [{ itemIdentifier: 'a' }, { itemIdentifier: 'c' }] }],
  ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }],
  ['a null id', { batchItemFailures: [{ itemIdentifier: null }] }],
  ['another key', { batchItemFailures: [{ messageId: 'a' }] }],
  ['a null item', { batchItemFailures: [null] }],
  ['no list', { batchItemFailures: 'a' }],
  ['a text', 'done'],
])('%s means all failed', (_, answer) => expect([...failuresIn(answer, batch)]).toEqual(batch));

test('those named stay, the others are done with', () =>
  expect([...failuresIn({ batchItemFailures: [{ itemIdentifier: 'b' }] }, batch)]).toEqual(['b']));
