import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { HttpError } from './http-error';
import type { Reply } from './reply';
import type { Request } from './request';

type Handler = (request: Request) => Promise<Reply>;

export interface Paths {
  /** All routes of the API, in whichever function they are: `GET /api/races/{raceId}`. */
  readonly routes: readonly string[];
  /** What each path parameter must look like. */
  readonly pathParameters: Readonly<Record<string, v.GenericSchema<unknown, string>>>;
}

/**
 * Finds the handler of a request, and its path parameters. What it returns throws HttpError: 404 when there is no
 * such address or an id is malformed, 405 when the address takes other methods.
 */
export const pathReader = (handlers: Readonly<Partial<Record<string, Handler>>>, { routes, pathParameters }: Paths) => {
  const methodsOf = methodsIn(routes);
  return ({
    routeKey,
    rawPath,
    pathParameters: given = {},
    requestContext,
  }: APIGatewayProxyEventV2): [Handler, Readonly<Record<string, string>>] => {
    // HEAD is answered as GET, without the body.
    const route = routeKey.replace(/^HEAD /, 'GET ');
    const handler = Object.hasOwn(handlers, route) ? handlers[route] : undefined;
    if (!handler) throw noRoute(requestContext.http.method, methodsOf(rawPath));
    const path: Record<string, string> = {};
    for (const [name, value] of Object.entries(given)) {
      const schema = pathParameters[name];
      if (value === undefined || !schema || !v.is(schema, value))
        throw new HttpError('not-found', { reason: 'id', what: nounOf(name) });
      path[name] = value;
    }
    return [handler, path];
  };
};

const noRoute = (method: string, allow: readonly string[]) => {
  if (allow.length === 0 || allow.includes(method)) return new HttpError('not-found', { reason: 'address' });
  return new HttpError('method-not-allowed', { allow });
};

/** The methods of a path, in all functions. */
const methodsIn = (routes: readonly string[]) => {
  const paths = routes.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) };
  });
  return (path: string): readonly string[] =>
    paths.flatMap(({ method, pattern }) => {
      if (!pattern.test(path)) return [];
      return method === 'GET' ? ['GET', 'HEAD'] : [method];
    });
};

const nounOf = (name: string) => name.replace(/Id$/, '');
