import * as v from 'valibot';
import { read } from '../../lambdas/api/read';
import { fieldSentences } from '../../lambdas/api/texts/en/faults';

const schema = v.variant('kind', [
  v.strictObject({ kind: v.literal('a'), list: v.array(v.strictObject({ n: v.number() })) }),
  v.strictObject({ kind: v.literal('b'), text: v.nullable(v.pipe(v.string(), v.minLength(2))) }),
]);

test.each<[unknown, { field: string; message: string }[]]>([
  [{ kind: 'a' }, [{ field: 'list', message: 'is missing: it must be a list' }]],
  [{ kind: 'a', list: [{}, { n: 1 }] }, [{ field: 'list.0.n', message: 'is missing: it must be a number' }]],
  [
    { kind: 'a', list: [{ n: 1, x: 1, y: 2 }] },
    [
      { field: 'list.0.x', message: 'is not a field of this message' },
      { field: 'list.0.y', message: 'is not a field of this message' },
    ],
  ],
  [{ kind: 'b', text: 'x' }, [{ field: 'text', message: 'must have at least 2 characters or items' }]],
  [{ kind: 'b' }, [{ field: 'text', message: 'is missing: it must be one of text, null' }]],
  [{ kind: 'c' }, [{ field: 'kind', message: 'must be one of "a", "b", not text' }]],
  [
    { kind: 'a', list: [[1, 2], []] },
    [
      { field: 'list.0', message: 'must be an object, not a list' },
      { field: 'list.1', message: 'must be an object, not a list' },
    ],
  ],
  [null, [{ field: '', message: 'must be an object, not null' }]],
])('%j is told what is wrong with it', (input, errors) => {
  const result = read(schema, input);
  expect('errors' in result && fieldSentences(result.errors)).toEqual(errors);
});

test('what comes in is not touched', () => {
  const input = Object.freeze({ kind: 'b', text: null, x: Object.freeze({}) });
  expect(read(schema, input)).toHaveProperty('errors');
  expect(input).toHaveProperty('x');
});

/** A number that an item has instead of an object, an item with one unknown field, and one with many. */
test.each<[string, unknown]>([
  ['numbers', 0],
  ['items with an unknown field', { n: 1, x: 1 }],
  [
    'items with many unknown fields',
    { n: 1, ...Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`x${n}`, n])) },
  ],
  ['items of which each has two faults', { x: 1 }],
])('a body of 30,000 %s costs no more than to find the first hundred faults', (_, item) => {
  const list = Array.from({ length: 30_000 }, () => item);
  const result = read(schema, { kind: 'a', list });
  const errors = 'errors' in result ? result.errors : [];
  expect([errors.length, new Set(errors.map(({ field }) => field)).size]).toEqual([100, 100]);
  expect(errors.every(({ field }) => /^list\.\d{1,2}(\.|$)/.test(field))).toBe(true);
});
