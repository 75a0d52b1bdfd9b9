import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { problemExample, problemNames } from '../../lambdas/api/examples/problem-examples';
import { answersOf, describeApi } from '../../lambdas/api/openapi';
import { commonProblems, type Operation } from '../../lambdas/api/operations/operation';
import { operations } from '../../lambdas/api/operations/operations';
import { webhooks } from '../../lambdas/api/operations/webhook-operations';
import { problem } from '../../lambdas/api/problems';
import { routes } from '../../lambdas/contract/routes';

const file = join(process.cwd(), 'lambdas/api/openapi.json');
const all = Object.entries<Operation>(operations);

test('what the server shows is what the schemas say: else run npm run openapi', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(describeApi())));
});

test('it is OpenAPI 3.1', () => {
  const validator = join(process.cwd(), 'node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [validator, file], { encoding: 'utf8' });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});

test('every route is described, but the one for the payment processor', () => {
  expect(all.map(([route]) => route).sort()).toEqual(
    Object.keys(routes)
      .filter((route) => route !== 'POST /api/payment-events')
      .sort(),
  );
});

test('every reference leads somewhere, and every operation has its own id', () => {
  const text = JSON.stringify(describeApi());
  const { schemas } = describeApi().components;
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(Object.keys(schemas)).toContain(name);
  expect(new Set(all.map(([, { id }]) => id)).size).toBe(all.length);
});

const bodies = all.flatMap(([route, operation]) =>
  [operation.request, ...answersOf(operation).map(({ body }) => body)].flatMap((body) =>
    Object.entries(body?.examples ?? {}).map(([name, example]) => ({
      route,
      name,
      example,
      schema: body?.schema ?? v.never(),
    })),
  ),
);

test.each(Object.entries(webhooks))(
  'the example of the webhook %s is what its schema takes, unchanged',
  (_, { body }) => {
    for (const example of Object.values(body.examples)) expect(v.parse(body.schema, example)).toEqual(example);
  },
);

test.each(bodies)('the example $name of $route is what its schema takes, unchanged', ({ schema, example }) => {
  expect(v.parse(schema, example)).toEqual(example);
});

test.each(problemNames)('the example of the problem %s is one', (name) => {
  const example = problemExample(name);
  expect(v.parse(problem, example)).toEqual(example);
});

test('every problem the API knows is described somewhere', () => {
  const described = new Set([...all.flatMap(([, operation]) => operation.problems), ...commonProblems]);
  // A definition that is no operation has no description of its own.
  expect(describeApi().info.description).toContain('method-not-allowed');
  described.add('method-not-allowed');
  expect(problemNames.filter((name) => !described.has(name))).toEqual([]);
});

test('a request’s limits are in the description', () => {
  const { schemas } = describeApi().components;
  expect(schemas).toMatchObject({
    Submission: {
      anyOf: [
        {
          additionalProperties: false,
          properties: {
            runner: {
              properties: {
                firstName: { minLength: 1, maxLength: 60 },
                gender: { enum: ['female', 'male', 'non-binary'] },
              },
            },
          },
        },
        { additionalProperties: false, required: ['hold', 'quote', 'entry'] },
        { additionalProperties: false, required: ['transfer', 'runner', 'waiver'] },
        { additionalProperties: false, required: ['move'] },
      ],
    },
  });
});
