import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { commandName, passkeyId, scope, staffId } from '../../lambdas/api/console/messages';
import { type ConsoleProblemName, consoleProblems } from '../../lambdas/api/console/problems';
import { raceId, registrationId, revision } from '../../lambdas/api/fields';
import { problem } from '../../lambdas/api/problems';
import { type ConsoleAccess, type ConsoleRoute, consoleRoutes } from '../../lambdas/contract/console-routes';
import { type CommandName, commands } from '../../lambdas/directing/commands';
import { type Permission, permissions } from '../../lambdas/directing/permitted-commands';
import type { Description } from './description';
import { raceDescriptions } from './race-descriptions';
import { staffDescriptions } from './staff-descriptions';

type Json = Readonly<Record<string, unknown>>;

/**
 * The console's API in OpenAPI 3.1, made from its table of routes, its table of commands, and the schemas that check them.
 * `npm run -s openapi:console` prints it. It is kept nowhere, so it cannot differ from them.
 */
export const describeConsoleApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'The console of Startline',
    version: '1.0.0',
    description:
      'What directors do. Every answer that is not a success is a problem (RFC 9457, application/problem+json). No answer may be stored. Answers are described in words: what they hold may grow.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  paths: paths(),
  components: {
    schemas: { Problem: json(problem) },
    securitySchemes: {
      staff: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-startline-staff',
        description: 'Set by signing in. Other sites cannot send it.',
      },
    },
  },
});

/** A route without a line does not compile. */
const descriptions: Readonly<Record<ConsoleRoute, Description>> = { ...staffDescriptions, ...raceDescriptions };

const orderRoute = 'POST /api/console/races/{raceId}/commands/{command}';

const paths = () => {
  const made: Record<string, Record<string, unknown>> = {};
  const add = (route: string, operation: Json) => {
    const [method = '', path = ''] = route.split(' ');
    made[path] = { ...made[path], [method.toLowerCase()]: { ...operation, ...parametersOf(path, operation) } };
  };
  for (const [route, access] of Object.entries<ConsoleAccess>(consoleRoutes)) {
    if (route === orderRoute) {
      for (const [name, permission] of orderable) add(route.replace('{command}', name), command(name, permission));
    } else add(route, operation(descriptions[route as ConsoleRoute], access));
  }
  return made;
};

/** Those that nobody of the staff may order have no address. */
const orderable = (Object.entries(permissions) as [CommandName, Permission][]).filter(
  ([, { roles }]) => roles.length > 0,
);

const operation = (description: Description, access: ConsoleAccess): Json => {
  const { id, summary, body, orders, hasSeen, hasEtag, query = {}, status, answer, problems = [] } = description;
  const request = orders ? contentOf(orders, hasSeen ? [...named, 'seen'] : named) : body && json(body);
  const isOpen = access.who === 'anyone';
  return {
    operationId: id,
    summary,
    description: whoMay(access),
    security: isOpen ? [] : [{ staff: [] }],
    parameters: [
      ...Object.entries(query).map(([name, text]) => inQuery(name, text)),
      ...(orders ? ordering(permissions[orders]) : []),
      ...(hasSeen ? [seen] : []),
    ],
    ...(request && hasFields(request) && requestBody(request)),
    responses: {
      [status]: success(status, answer, hasEtag),
      ...problemsOf([
        ...(isOpen ? [] : ofSession),
        ...(access.confirmed ? (['confirm-again'] as const) : []),
        ...(hasSeen ? (['revision-missing'] as const) : []),
        ...(orders ? ofOrder(permissions[orders]) : []),
        ...problems,
      ]),
    },
  };
};

const command = (name: CommandName, permission: Permission): Json => {
  const { roles, about, isDangerous } = permission;
  const { status, answer } = descriptions[orderRoute];
  return {
    operationId: `order-${name}`,
    summary: `Order ${name}`,
    description: whoMay({
      who: roles,
      race: about === 'all' || about === 'new-race' ? 'all' : 'path',
      ...(isDangerous && { confirmed: true }),
    }),
    security: [{ staff: [] }],
    parameters: ordering(permission),
    ...requestBody(contentOf(name, about === 'race' ? named : about === 'new-race' ? ['id'] : [])),
    responses: {
      [status]: success(status, answer),
      ...problemsOf([...ofSession, ...(isDangerous ? (['confirm-again'] as const) : []), ...ofOrder(permission)]),
    },
  };
};

/** What an order does not say in its body: the race is in the address, and a dry run in the query. */
const named = ['raceId', 'dryRun'];

const contentOf = (name: CommandName, without: readonly string[]): Json => {
  const { properties } = json(commands[name].schema) as { properties: Record<string, Json> };
  const {
    properties: fields = {},
    required = [],
    ...rest
  } = properties[name] as {
    properties?: Json;
    required?: string[];
  };
  const isInBody = (field: string) => !without.includes(field) && field !== 'dryRun';
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(fields).filter(([field]) => isInBody(field))),
    required: required.filter(isInBody),
  };
};

const hasFields = (schema: Json): boolean => Object.keys(schema.properties ?? {}).length > 0;

const whoMay = ({ who, race, confirmed, bound }: ConsoleAccess): string => {
  if (who === 'anyone') return `Anyone may. Bounded by: ${bound}.`;
  if (who === 'self') return 'Everybody who is signed in may, about themselves.';
  if (who === 'command') throw new Error('What a command permits is in the table of the commands.');
  const where = { path: 'in the race', scope: 'in the race, or in all', any: 'in any race', all: 'in all races' };
  const passkey = confirmed ? ' A passkey must have been used within the last five minutes.' : '';
  return `Who may: ${who.join(', ')} ${where[race ?? 'path']}.${passkey}`;
};

const ofSession = ['not-signed-in', 'passkey-first', 'not-permitted'] as const;
const ofOrder = ({ reads, mostPerHour }: Permission) =>
  reads
    ? (['command-refused'] as const)
    : ([
        'idempotency-key-missing',
        'idempotency-key-reused',
        'command-under-way',
        ...(mostPerHour === undefined ? [] : (['too-many-orders'] as const)),
        'command-refused',
      ] as const);

const inQuery = (name: string, description: string, schema: Json = { type: 'string' }) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const ordering = ({ reads }: Permission) =>
  reads
    ? []
    : [
        inQuery('dry', 'Nothing is changed, and the answer says what would be. It needs no Idempotency-Key.', {
          type: 'boolean',
        }),
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A UUID version 7, needed unless it is a dry run. The same key and the same body get the first answer again.',
          schema: json(registrationId),
        },
      ];

const seen = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the document that was seen last.',
  schema: { type: 'string', pattern: '^"r\\d+\\.d\\d+"$' },
};

const words: Readonly<Record<string, v.GenericSchema<string>>> = {
  raceId,
  registrationId,
  revision,
  staffId,
  scope,
  passkeyId,
  uploadId: registrationId,
  exportId: registrationId,
  command: commandName,
};

const parametersOf = (path: string, { parameters }: Json) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const word = words[name];
    if (!word)
      throw new Error(
        `The path parameter ${name} has no schema: add it to words in operations/console-api/describe.ts.`,
      );
    return { name, in: 'path', required: true, schema: json(word) };
  });
  return { parameters: [...inPath, ...(parameters as readonly unknown[])] };
};

const requestBody = (schema: Json) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});

const success = (status: number, description: string, hasEtag?: true) => ({
  description,
  ...(hasEtag && { headers: { etag: { schema: { type: 'string' } } } }),
  // 204 has no body.
  ...(status !== 204 && { content: { 'application/json': { schema: { type: 'object' } } } }),
});

/** By status. What every address may answer is under `default`. */
const problemsOf = (names: readonly ConsoleProblemName[]) => {
  const byStatus: Record<number, string[]> = {};
  for (const name of new Set(names)) {
    const [status, title] = consoleProblems[name];
    byStatus[status] = [...(byStatus[status] ?? []), `${title} (${name})`];
  }
  return Object.fromEntries([
    ...Object.entries(byStatus).map(([status, titles]) => [status, problemAnswer(titles.join('. Or: '))]),
    [
      'default',
      problemAnswer('Any other problem, of the console or of the whole API: `not-found`, `invalid-request`, `busy` …'),
    ],
  ]);
};

const problemAnswer = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** As a client sends it. */
const json = (schema: v.GenericSchema<unknown, unknown>): Json => {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  return rest;
};
