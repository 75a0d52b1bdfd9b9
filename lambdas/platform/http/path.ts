import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { placeId, raceId, registrationId, transferId } from '../../api/fields';
import { type Route, routes } from '../../contract/routes';
import { ProblemError } from './problem-error';
import type { Reply } from './reply';
import type { Request } from './request';

type Handler = (request: Request) => Promise<Reply>;

const words: Readonly<Record<string, v.GenericSchema<unknown, string>>> = {
  raceId,
  registrationId,
  placeId,
  transferId,
};

/** The handler of a request, and its path parameters. Throws ProblemError 404 when an id is malformed. */
export const pathOf = (
  { routeKey, rawPath, pathParameters = {}, requestContext }: APIGatewayProxyEventV2,
  handlers: Partial<Record<Route, Handler>>,
): [Handler, Readonly<Record<string, string>>] => {
  // HEAD is answered as GET, without the body.
  const route = routeKey.replace(/^HEAD /, 'GET ');
  const handler = isRoute(route) ? handlers[route] : undefined;
  if (!handler) throw noRoute(requestContext.http.method, rawPath);
  const path: Record<string, string> = {};
  for (const [name, value] of Object.entries(pathParameters)) {
    const word = words[name];
    if (value === undefined || !word || !v.is(word, value))
      throw new ProblemError('not-found', `There is no such ${nounOf(name)}.`);
    path[name] = value;
  }
  return [handler, path];
};

const noRoute = (method: string, path: string) => {
  const allow = methodsOf(path);
  if (allow.length === 0 || allow.includes(method))
    return new ProblemError(
      'not-found',
      'This address is not part of the API. /api/openapi.json lists those that are.',
    );
  return new ProblemError(
    'method-not-allowed',
    `This address takes ${inWords(allow)}, and no other method. /api/openapi.json says what each is for.`,
    { allow },
  );
};

const paths = Object.keys(routes).map((route) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The methods of a path, in all functions. */
const methodsOf = (path: string): readonly string[] =>
  paths.flatMap(({ method, pattern }) => {
    if (!pattern.test(path)) return [];
    return method === 'GET' ? ['GET', 'HEAD'] : [method];
  });

const inWords = (names: readonly string[]) =>
  names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const isRoute = (routeKey: string): routeKey is Route => Object.hasOwn(routes, routeKey);
const nounOf = (name: string) => name.replace(/Id$/, '');
