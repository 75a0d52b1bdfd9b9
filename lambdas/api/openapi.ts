import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { pathParameters } from './examples/examples';
import { pathParametersOfFeed } from './examples/feed-examples';
import { pathParametersOfOptOuts } from './examples/opt-out-examples';
import { problemExample, problemNames } from './examples/problem-examples';
import { pathParametersOfResults } from './examples/result-examples';
import { pathParametersOfTeams } from './examples/team-examples';
import { pathParametersOfTimes } from './examples/times-examples';
import {
  bib,
  epoch,
  fundraiserSlug,
  placeId,
  position,
  raceId,
  registrationId,
  revision,
  segment,
  setId,
  teamId,
  textHash,
  transferId,
} from './fields';
import { optOutToken } from './messages/opt-outs';
import { secretHeader } from './messages/sessions';
import { type Body, commonProblems, type Operation } from './operations/operation';
import { operations } from './operations/operations';
import { type Webhook, webhooks } from './operations/webhook-operations';
import { type ProblemName, problem, problems } from './problems';
import { titles } from './texts/en/problems';

/**
 * The API in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0), made from the schemas that check the messages. Not in
 * any bundle: `npm run openapi` writes it into openapi.json, which the server sends.
 */
export const describeApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Startline',
    version: '1.0.0',
    description:
      'Registration for races. Every answer that is not a success is a problem (RFC 9457, application/problem+json) whose `type` is stable. With Retry-After, ask again after that many seconds and not earlier. What GET answers HEAD answers without the body; any method that is not described is refused with 405 (method-not-allowed), and Allow names those that are.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  paths: pathsOf(Object.entries<Operation>(operations)),
  webhooks: Object.fromEntries(Object.entries(webhooks).map(([type, webhook]) => [type, posted(type, webhook)])),
  components: {
    schemas: schemasOf([
      ...Object.values<Operation>(operations).flatMap(bodiesOf),
      ...Object.values(webhooks).map(({ body }) => body),
    ]),
    examples: Object.fromEntries(problemNames.map((name) => [name, { value: problemExample(name) }])),
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: '__Host-startline', description: 'Set by the first hold.' },
      secret: {
        type: 'apiKey',
        in: 'header',
        name: secretHeader,
        description:
          'In the place of the cookie: 32 random bytes in base64url (43 characters) that the client makes before its first hold and sends with each request. The session is theirs, also when an answer, and with it the cookie, was lost. A cookie goes before it.',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'A hold, or the token of the link in a mail.' },
      key: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A key (`slk_…`) that a director of the race made in the console for one purpose, and may withdraw.',
      },
    },
  },
});

const pathsOf = (entries: readonly (readonly [string, Operation])[]) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [route, operation] of entries) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(path, operation) };
  }
  return paths;
};

const describe = (path: string, operation: Operation) => {
  const { id, summary, description, security, request, problems: own } = operation;
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name)),
    ...(operation.isPolled ? [waited] : []),
    ...Object.entries(operation.query ?? {}).map(([name, text]) => queryParameter(name, text)),
  ];
  return {
    operationId: id,
    summary,
    description,
    ...(security && { security: schemesOf(security) }),
    ...(parameters.length > 0 && { parameters }),
    ...(request && { requestBody: { required: true, content: { 'application/json': media(request) } } }),
    responses: { ...success(operation), ...problemResponses([...own, ...commonProblems]) },
  };
};

/** A message to an endpoint of an organiser, by Standard Webhooks. */
const posted = (type: string, { summary, body }: Webhook) => ({
  post: {
    operationId: type,
    summary,
    parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': media(body) } },
    responses: {
      '2XX': {
        description:
          'The message is taken. After any other answer it is posted again, for three days; 410 disables the endpoint.',
      },
    },
  },
});

const webhookHeaders = {
  'webhook-id': 'The same when a message is posted again.',
  'webhook-timestamp': 'When it was posted, in seconds since the epoch.',
  'webhook-signature':
    'One or more signatures with a space between them. Each is `v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body`. Messages may come in any order: of two about one registration, the one with the later `timestamp` in its body counts.',
};

/** A hold works in its own session only, so both are needed. */
const schemesOf = (security: NonNullable<Operation['security']>) =>
  security === 'session' ? [{ session: [] }, { secret: [] }] : [{ [security]: [] }];

const words: Readonly<Record<string, v.GenericSchema<string>>> = {
  raceId,
  registrationId,
  placeId,
  transferId,
  teamId,
  setId,
  bib,
  revision,
  hash: textHash,
  position,
  slug: fundraiserSlug,
  epoch,
  segment,
  token: optOutToken,
};
const values: Readonly<Record<string, string>> = {
  ...pathParameters,
  ...pathParametersOfTeams,
  ...pathParametersOfTimes,
  ...pathParametersOfFeed,
  ...pathParametersOfResults,
  ...pathParametersOfOptOuts,
};

const parameter = (name: string) => {
  const word = words[name];
  if (!word) throw new Error(`The path parameter ${name} has no schema: add it to words in lambdas/api/openapi.ts.`);
  return { name, in: 'path', required: true, schema: json(word), example: values[name] };
};

const queryParameter = (name: string, text: string) => ({
  name,
  in: 'query',
  required: false,
  description: text,
  schema: { type: 'string' },
});

const waited = {
  name: 'waited',
  in: 'query',
  required: false,
  description:
    'How many seconds ago it was sent, by the clock of the client. Only `pollAfter` depends on it: without it, clients are told to ask again soon.',
  schema: { type: 'integer', minimum: 0, maximum: 999_999 },
  example: 7,
};

/** Every answer of an operation that is no problem. */
export const answersOf = ({ answer, otherAnswer }: Operation) => (otherAnswer ? [answer, otherAnswer] : [answer]);

const success = (operation: Operation) => ({
  ...Object.fromEntries(
    answersOf(operation).map(({ status, description, body }) => [
      status,
      {
        description,
        ...(operation.cached && {
          headers: { etag: { schema: { type: 'string' } }, 'cache-control': { schema: { type: 'string' } } },
        }),
        // 204 has no body.
        ...(status !== 204 && { content: { 'application/json': body ? media(body) : { schema: { type: 'object' } } } }),
      },
    ]),
  ),
  ...(operation.cached && {
    304: { description: 'It has not changed since the answer with the ETag in If-None-Match.' },
  }),
});

const problemResponses = (names: readonly ProblemName[]) => {
  const statuses = new Set(names.map((name) => problems[name]));
  return Object.fromEntries(
    [...statuses].map((status) => [status, problemResponse(names.filter((name) => problems[name] === status))]),
  );
};

const problemResponse = (names: readonly ProblemName[]) => ({
  description: names.map((name) => titles[name]).join('. Or: '),
  ...(names.some((name) => problemExample(name).retryAfter !== undefined) && {
    headers: { 'retry-after': { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } } },
  }),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
    },
  },
});

const media = ({ name, examples }: Body) => ({
  schema: { $ref: `#/components/schemas/${name}` },
  examples: Object.fromEntries(Object.entries(examples).map(([key, value]) => [key, { value }])),
});

const bodiesOf = (operation: Operation): readonly Body[] => [
  ...(operation.request ? [operation.request] : []),
  ...answersOf(operation).flatMap(({ body }) => body ?? []),
];

const schemasOf = (bodies: readonly Body[]) =>
  Object.fromEntries([...bodies.map(({ name, schema }) => [name, json(schema)]), ['Problem', json(problem)]]);

// 'output' describes the value after trimming; otherwise limits that come after a transformation would be missing.
const json = (schema: v.GenericSchema<unknown, unknown>) => {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    typeMode: 'output',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  return rest;
};
