import { join } from 'node:path';
import { findCircles } from './architecture/find-circles';
import { findTrespasses } from './architecture/find-trespasses';
import { mayUse } from './architecture/house-plan';
import { importsOf, type Source, sourcesBelow } from './architecture/read-source';

const sources = sourcesBelow(join(__dirname, '..'));

test('every file of the house keeps to the plan', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(findTrespasses(sources)).toEqual([]);
});

test('no files import each other in a circle, by types neither', () => {
  expect(findCircles(sources.filter(([file]) => !file.startsWith('test/')))).toEqual([]);
});

test('a circle of types is found, with nothing that leads to it or away from it', () => {
  const circle: Source[] = [
    ['lambdas/api/form/rule.ts', "import type { Form } from './definition/form';"],
    ['lambdas/api/form/definition/form.ts', "import { x } from '../fill';\nimport type { Rule } from '../rule';"],
    ['lambdas/api/form/fill.ts', ''],
    ['lambdas/api/form/entry.ts', "import { rule } from './rule';"],
  ];
  expect(findCircles(circle)).toEqual([
    'lambdas/api/form/rule.ts imports lambdas/api/form/definition/form.ts',
    'lambdas/api/form/definition/form.ts imports lambdas/api/form/rule.ts',
  ]);
});

test('the sandbox of the processor shares no code with what it checks', () => {
  const sandbox = sources.filter(([file]) => file.startsWith('local/processor/'));
  expect(sandbox.length).toBeGreaterThan(10);
  const shared = sandbox.flatMap(([file, text]) =>
    importsOf(text)
      .filter((one) => /\blambdas\//.test(one))
      .map((one) => `${file} imports ${one}`),
  );
  expect(shared).toEqual([]);
});

const planted: [what: string, file: string, text: string, found: string][] = [
  ['a rule that needs a package', 'lambdas/races/price.ts', "import * as v from 'valibot';", 'imports valibot'],
  [
    'a rule that needs node',
    'lambdas/races/price.ts',
    "import { createHash } from 'node:crypto';",
    'imports node:crypto',
  ],
  [
    'a use case that knows its store',
    'lambdas/races/browse.ts',
    "import { x } from './postgres-races';",
    'imports ./postgres-races',
  ],
  [
    'a use case that knows the type of a route',
    'lambdas/races/browse.ts',
    "import type { X } from './routes';",
    'imports ./routes',
  ],
  [
    'a use case that knows the platform',
    'lambdas/races/browse.ts',
    "import { uuid7 } from '../platform/uuid';",
    'imports ../platform/uuid',
  ],
  [
    'a door that knows who stands behind it',
    'lambdas/races/ports.ts',
    "import { x } from './memcached-races';",
    'imports ./memcached-races',
  ],
  [
    'a route that goes to the database',
    'lambdas/races/routes.ts',
    "import { x } from '../platform/postgres/postgres';",
    'imports ../platform/postgres/postgres',
  ],
  [
    'a worker that knows a store',
    'lambdas/mail/events/events-worker.ts',
    "import { x } from './ses-post';",
    'imports ./ses-post',
  ],
  [
    'a store that knows a route',
    'lambdas/races/postgres-races.ts',
    "export { x } from '../spots/spots-routes';",
    'imports ../spots/spots-routes',
  ],
  [
    'a store with a second driver',
    'lambdas/races/postgres-races.ts',
    "import { x } from '@aws-sdk/client-sqs';",
    'imports @aws-sdk/client-sqs',
  ],
  [
    'a platform that knows a capability',
    'lambdas/platform/queue/queue.ts',
    "import type { Hold } from '../../domain/hold';",
    'imports ../../domain/hold',
  ],
  [
    'an HTTP layer that knows our routes',
    'lambdas/platform/http/path.ts',
    "import { routes } from '../../contract/routes';",
    'imports ../../contract/routes',
  ],
  [
    'an HTTP layer that knows our problems',
    'lambdas/platform/http/reply.ts',
    "import type { Problem } from '../../api/problems';",
    'imports ../../api/problems',
  ],
  [
    'a queue that knows our faults',
    'lambdas/platform/queue/worker.ts',
    "import { read } from '../../api/read';",
    'imports ../../api/read',
  ],
  [
    'a platform that names what we sell',
    'lambdas/platform/trace.ts',
    "const ids = Object.entries(about).filter(([key]) => key === 'registrationId');",
    'says registration',
  ],
  [
    'logs that know our functions',
    'lambdas/platform/observability.ts',
    "import type { FunctionName } from '../contract/functions';",
    'imports ../contract/functions',
  ],
  [
    'messages of the API that need more than valibot',
    'lambdas/api/messages/races.ts',
    "import type { Race } from '../../races/race';",
    'imports ../../races/race',
  ],
  ['a contract that imports', 'lambdas/contract/routes.ts', "import '../api/fields';", 'imports ../api/fields'],
  [
    'a stack that knows the code it deploys',
    'lib/stacks/data-stack.ts',
    "import { x } from '../../lambdas/platform/uuid';",
    'imports ../../lambdas/platform/uuid',
  ],
  [
    'a construct that knows its stack',
    'lib/constructs/periodic.ts',
    "import { x } from '../stacks/data-stack';",
    'imports ../stacks/data-stack',
  ],
  [
    'a page that knows the server',
    'static/src/app.tsx',
    "const x = await import('../../lambdas/domain/hold');",
    'imports ../../lambdas/domain/hold',
  ],
  ['a page with another framework', 'static/src/app.tsx', 'import React from "react";', 'imports react'],
  [
    'a load test that knows a rule',
    'loadtest/main.ts',
    "import { x } from '../lambdas/domain/hold';",
    'imports ../lambdas/domain/hold',
  ],
  [
    'a machine that reaches into a capability',
    'local/main.ts',
    "require('../lambdas/domain/hold')",
    'imports ../lambdas/domain/hold',
  ],
  [
    'anybody who imports a function',
    'lib/functions.ts',
    "import { handler } from '../lambdas/functions/pay';",
    'imports ../lambdas/functions/pay',
  ],
  [
    'an attack that reads the code it attacks',
    'test/attacks/stories/places.ts',
    "import { joinRequest } from '../../../lambdas/api/messages/waiting-list';",
    'imports ../../../lambdas/api/messages/waiting-list',
  ],
  [
    'an attack that goes the way of the load test',
    'test/attacks/world/person.ts',
    "import { uuid7 } from '../../../loadtest/uuid7';",
    'imports ../../../loadtest/uuid7',
  ],
  ['a file outside of every room', 'lambdas/loose.ts', "import './contract/routes';", 'imports ./contract/routes'],
  ['an import nobody can read', 'lambdas/functions/pay.ts', 'await import(name);', 'imports what cannot be read here'],
  ['an import cut in two', 'lambdas/races/price.ts', "import type {\n  X, // x\n} from /* here */ 'pg';", 'imports pg'],
  ['a rule that looks at the clock', 'lambdas/races/door.ts', 'export const now = () => Date.now();', 'says Date.now'],
  ['a rule that looks at the clock another way', 'lambdas/races/door.ts', 'const now = new Date( );', 'says new Date'],
  ['a rule that throws dice', 'lambdas/races/door.ts', 'const die = Math.random();', 'says Math.random'],
  ['a use case that asks where it runs', 'lambdas/races/browse.ts', 'if (process.platform) {}', 'says process.'],
  [
    'a store that reads the environment',
    'lambdas/races/postgres-races.ts',
    "const url = process.env['DATABASE_URL'];",
    'reads the environment',
  ],
  [
    'a stack that reads the environment',
    'lib/stacks/data-stack.ts',
    'const { STAGE } = process.env;',
    'reads the environment',
  ],
  ['a file too long', 'local/long.ts', 'x\n'.repeat(301), 'has 301 lines'],
  ['a test too long', 'test/long.test.ts', 'x\n'.repeat(501), 'has 501 lines'],
  ['a barrel', 'lambdas/races/index.ts', '', 'is named index'],
  ['a drawer', 'local/utils/sort.ts', '', 'is named utils'],
  ['a manager', 'lib/constructs/queue-manager.ts', '', 'is named queue-manager'],
  [
    'a type that says nothing',
    'lambdas/races/race.ts',
    `export interface Race${'Service'} { x: 1 }`,
    'names a type RaceService',
  ],
  ['an I', 'lambdas/races/race.ts', `interface I${'Race'} { x: 1 }`, 'names a type IRace'],
  ['a file that shouts', 'lambdas/races/RaceRules.ts', '', 'is not named in kebab-case'],
];

test.each(planted)('%s is found', (_, file, text, found) =>
  expect(findTrespasses([[file, text]])).toEqual([`${file} ${found}`]),
);

const capabilities = Object.keys(mayUse);
const strangers = capabilities.flatMap((from) =>
  capabilities.filter((to) => to !== from && !(mayUse[from] ?? []).includes(to)).map((to) => [from, to] as const),
);

test.each(strangers)('%s that imports a rule of %s is found', (from, to) => {
  const file = `lambdas/${from}/stage/planted.ts`;
  // In the ledger a file is a store, elsewhere a rule: both may import the other capability's ports, were it on the table.
  const specifier = `../../${to}/${to === 'ledger' ? 'planted-sql' : 'ports'}`;
  expect(findTrespasses([[file, `import type { X } from '${specifier}';`]])).toEqual([`${file} imports ${specifier}`]);
});

const neighbours = Object.entries(mayUse).flatMap(([from, all]) => all.map((to) => [from, to] as const));

test.each(neighbours)('%s that imports %s is not found', (from, to) => {
  const source = `import type { X } from '../${to}/${to === 'ledger' ? 'planted-sql' : 'planted'}';`;
  expect(findTrespasses([[`lambdas/${from}/postgres-planted.ts`, source]])).toEqual([]);
});

const lawful: [what: string, file: string, text: string][] = [
  ['a comment about a clock', 'lambdas/races/door.ts', '// never Date.now()\n/* import x from "pg" */'],
  ['a date that was given', 'lambdas/races/door.ts', 'const opens = new Date(race.opensAt);'],
  [
    'a use case with its ports and the rules of others',
    'lambdas/registration/submit/submit-registration.ts',
    "import type { X } from '../ports';\nimport { isExpired } from '../../domain/hold';",
  ],
  [
    'a store with its platform',
    'lambdas/races/postgres-races.ts',
    "import type { Sql } from '../platform/postgres/postgres';\nimport type { Races } from './ports';",
  ],
  [
    'a function that wires',
    'lambdas/functions/pay.ts',
    "import { x } from '../races/postgres-races';\nimport { y } from '../platform/uuid';\nprocess.env;",
  ],
  [
    'a construct of a function',
    'lib/constructs/service-function.ts',
    "import { Stack } from 'aws-cdk-lib';\nimport { needs } from '../../lambdas/contract/functions';",
  ],
  ['a race between promises', 'lambdas/platform/retry.ts', 'await Promise.race([answer, deadline]);'],
  ['an example of the platform', 'lambdas/platform/http/path.ts', '/** `GET /api/races/{raceId}` */'],
  ['an address in a string', 'lambdas/races/door.ts', "const url = 'https://example.com'; // new Date()"],
];

test.each(lawful)('%s is not', (_, file, text) => expect(findTrespasses([[file, text]])).toEqual([]));
