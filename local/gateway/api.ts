import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Answer, gatewayAnswer } from './answer';
import { fromResult } from './from-result';
import { matchRoute } from './match-route';
import { type Arrival, toEvent } from './to-event';
import type { Turns } from './turns';

/** The context of a Lambda invocation, as far as our functions read it. */
export interface Invocation {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly functionVersion: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  readonly callbackWaitsForEmptyEventLoop: boolean;
  getRemainingTimeInMillis(): number;
}

export type Handler = (event: APIGatewayProxyEventV2, context: Invocation) => Promise<unknown>;

interface Needs<Name extends string> {
  readonly routes: Readonly<Record<string, Name>>;
  readonly handlers: Readonly<Record<Name, Handler>>;
  /** When an invocation may start, by its function. Default: at once. */
  readonly turns?: Turns;
  readonly now: () => Date;
  readonly log: (problem: string, error: unknown) => void;
  /** Default: API Gateway's limit of 30 s. */
  readonly timeoutMs?: number;
}

export interface HttpApi {
  answer(arrival: Arrival): Promise<Answer>;
  /**
   * Undefined: the function that the request is for can start in time. Otherwise the seconds after which to ask again,
   * which API Gateway does not tell.
   */
  refusal(method: string, path: string): number | undefined;
}

const tooLate = Symbol('too late');

/**
 * Plays API Gateway's HTTP API: finds the route, invokes its function, and answers in API Gateway's words when that
 * fails.
 */
export const httpApi = <Name extends string>({
  routes,
  handlers,
  turns,
  now,
  log,
  timeoutMs = 30_000,
}: Needs<Name>): HttpApi => {
  const find = matchRoute(routes);

  const answer = async (arrival: Arrival): Promise<Answer> => {
    const found = find(arrival.method, arrival.path);
    if (found === 'none') return gatewayAnswer(404, 'Not Found');
    if (found === 'malformed') return gatewayAnswer(400, 'Bad Request');
    const event = toEvent(arrival, found.routeKey, found.pathParameters, now());
    const deadline = performance.now() + timeoutMs;
    await turns?.turn(found.target, arrival.isGone);
    // Nobody reads the answer. A spot that was dealt now would be off sale for the time of a hold.
    if (arrival.isGone?.()) return gatewayAnswer(503, 'Service Unavailable');
    const invocation: Invocation = {
      awsRequestId: event.requestContext.requestId,
      functionName: found.target,
      functionVersion: '1',
      invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${found.target}:live`,
      memoryLimitInMB: '512',
      callbackWaitsForEmptyEventLoop: false,
      getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
    };
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<typeof tooLate>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, tooLate);
      });
      const result = await Promise.race([handlers[found.target](event, invocation), late]);
      return result === tooLate ? gatewayAnswer(503, 'Service Unavailable') : fromResult(result);
    } catch (error) {
      log(`${found.target} threw`, error);
      return gatewayAnswer(500, 'Internal Server Error');
    } finally {
      clearTimeout(timer);
    }
  };

  const refusal = (method: string, path: string) => {
    const found = find(method, path);
    return typeof found === 'string' ? undefined : turns?.refusal(found.target);
  };
  return { answer, refusal };
};
