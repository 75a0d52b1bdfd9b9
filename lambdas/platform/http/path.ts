import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { placeId, raceId, registrationId, transferId } from '../../api/words';
import { type Route, routes } from '../../contract';
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

/** The handler of a request and its path parameters. A malformed id names nothing: ProblemError 404. */
export const pathOf = (
  { routeKey, pathParameters = {} }: APIGatewayProxyEventV2,
  handlers: Partial<Record<Route, Handler>>,
): [Handler, Readonly<Record<string, string>>] => {
  const handler = isRoute(routeKey) ? handlers[routeKey] : undefined;
  if (!handler)
    throw new ProblemError('not-found', 'This address is not part of the API. /api/openapi.json lists those that are.');
  const path: Record<string, string> = {};
  for (const [name, value] of Object.entries(pathParameters)) {
    const word = words[name];
    if (value === undefined || !word || !v.is(word, value))
      throw new ProblemError('not-found', `There is no such ${nounOf(name)}.`);
    path[name] = value;
  }
  return [handler, path];
};

const isRoute = (routeKey: string): routeKey is Route => Object.hasOwn(routes, routeKey);
const nounOf = (name: string) => name.replace(/Id$/, '');
