import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ourApi } from '../../../lambdas/functions/wiring/selling/site-api';
import { lineRoutes } from '../../../lambdas/line/calling/routes';
import { edgeCache } from '../../../local/gateway/edge-cache';
import { fromResult } from '../../../local/gateway/from-result';
import { aLine } from '../a-line';

/** The line of a race as the CDN gives it out. The test says when the function answers. */
const setUp = () => {
  let now = 0;
  let isAnswering = true;
  const show = ourApi(lineRoutes({ find: async () => aLine() }));
  const request = {
    version: '2.0',
    routeKey: 'GET /api/races/{raceId}/line',
    rawPath: '/api/races/harbour/line',
    rawQueryString: '',
    pathParameters: { raceId: 'harbour' },
    headers: {},
    requestContext: { http: { method: 'GET' } },
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const cache = edgeCache({ clock: () => now });
  const fetch = async () => (isAnswering ? fromResult(await show(request)) : new Promise<never>(() => undefined));
  return {
    look: async () => (await cache('/api/races/harbour/line', fetch)).from,
    wait: (seconds: number) => (now += seconds * 1_000),
    stall: () => (isAnswering = false),
  };
};

test('nobody waits while the next line is asked for, until the last one is three seconds old', async () => {
  const { look, wait, stall } = setUp();
  expect(await look()).toBe('miss');
  stall();
  wait(0.9);
  expect(await look()).toBe('hit');
  wait(2);
  expect(await look()).toBe('stale');
  wait(0.2);
  const late = jest.fn();
  void look().then(late);
  await new Promise(setImmediate);
  expect(late).not.toHaveBeenCalled();
});
