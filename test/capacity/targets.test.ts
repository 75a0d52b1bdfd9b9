import { readTargets } from '../../lambdas/capacity/messages';

test('a machine with nothing to warm says so', () =>
  expect(readTargets('{"functions":{}}')).toEqual({ functions: {} }));

test.each(['', '{}', '{"functions":{"send-mail":{"name":"n","alias":"live","most":1}}}', '{"functions":[]'])(
  '%j is refused, saying what was expected',
  (text) => expect(() => readTargets(text)).toThrow('CAPACITY_TARGETS must be JSON like {"functions"'),
);
