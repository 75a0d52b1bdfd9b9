import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleRoutes } from '../../lambdas/contract/console-routes';
import { permissions } from '../../lambdas/directing/permitted-commands';
import { describeConsoleApi } from '../../operations/console-api/describe';

interface Body {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Described {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Body } } };
  readonly responses: Readonly<Record<string, unknown>>;
}
const described = describeConsoleApi().paths as Record<string, Record<string, Described>>;
const routes = Object.entries(described).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
);
const ofCommands = '/api/console/races/{raceId}/commands/';
const find = (route: string) => routes.find((one) => one.route === route);

test('it is OpenAPI 3.1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-api-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(describeConsoleApi()));
    const validator = join(process.cwd(), 'node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [validator, file], { encoding: 'utf8' });
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('it has every route, and every command that somebody of the staff may order', () => {
  const orderable = Object.entries(permissions).flatMap(([name, { roles }]) =>
    roles.length > 0 ? [`POST ${ofCommands}${name}`] : [],
  );
  const others = Object.keys(consoleRoutes).filter((route) => !route.endsWith('{command}'));
  expect(routes.map(({ route }) => route).sort()).toEqual([...others, ...orderable].sort());
  expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
});

test('a write needs a key and takes a dry run, and what only reads does not', () => {
  const names = (route: string) => find(route)?.parameters.map(({ name }) => name);
  expect(names(`POST ${ofCommands}changeSale`)).toEqual(['raceId', 'dry', 'Idempotency-Key']);
  expect(names('PUT /api/console/races/{raceId}/draft')).toEqual(['raceId', 'dry', 'Idempotency-Key', 'If-Match']);
  expect(names('POST /api/console/races/{raceId}/plan')).toEqual(['raceId']);
  expect(names(`POST ${ofCommands}disputes`)).toEqual(['raceId']);
});

test('a body has no race that the address has, no state that a header has, and no dry run', () => {
  const fields = (route: string) =>
    Object.keys(find(route)?.requestBody?.content['application/json'].schema.properties ?? {});
  expect(fields(`POST ${ofCommands}changeSale`)).toEqual(['eventId', 'sale']);
  expect(fields('PUT /api/console/races/{raceId}/draft')).toEqual(['draft', 'base', 'step']);
  expect(fields('POST /api/console/races')).toEqual(['id', 'copyOf']);
  expect(find('DELETE /api/console/races/{raceId}/draft')?.requestBody).toBeUndefined();
  for (const { route, requestBody } of routes)
    expect([route, JSON.stringify(requestBody ?? {}).includes('"dryRun"')]).toEqual([route, false]);
});

test('who may is said of each, and who must use a passkey again', () => {
  expect(find(`POST ${ofCommands}cancelRace`)?.description).toBe(
    'Who may: owner in the race. A passkey must have been used within the last five minutes.',
  );
  expect(find('POST /api/console/sign-in')?.security).toEqual([]);
  for (const { route, description } of routes)
    expect([route, description]).toEqual([route, expect.stringMatching(/ma?y/)]);
});
