import { httpRoutes, routes } from '../../../lambdas/contract/routes';
import { behaviours } from '../../../lib/edge';
import { cacheKey, matchBehaviour } from '../../../local/gateway/gateway';
import { matchRoute } from '../../../local/gateway/match-route';

const find = matchRoute(routes);

test('a route with a name in it gives its value, decoded', () => {
  expect(find('GET', '/api/races/a%20b')).toEqual({
    routeKey: 'GET /api/races/{raceId}',
    target: 'browse-races',
    pathParameters: { raceId: 'a b' },
  });
});

test.each([
  ['GET', '/api/races/'],
  ['GET', '/api/races/a/b/c'],
  ['DELETE', '/api/races'],
  ['GET', '/apixraces'],
  ['GET', '/api/races/a/availability/'],
])('%s %s is no route', (method, path) => expect(find(method, path)).toBe('none'));

test('an API is asked for what it can do: reading by HEAD, and anything else at one place', () => {
  const findAll = matchRoute(httpRoutes);
  expect(findAll('HEAD', '/api/races/a')).toEqual({
    routeKey: 'HEAD /api/races/{raceId}',
    target: 'browse-races',
    pathParameters: { raceId: 'a' },
  });
  expect(findAll('HEAD', '/api/session')).toMatchObject({ routeKey: 'HEAD /api/session', target: 'register' });
  for (const [method, path] of [
    ['PATCH', '/api/races'],
    ['HEAD', '/api/registration-links'],
    ['GET', '/api/x'],
  ] as const)
    expect(findAll(method, path)).toEqual({ routeKey: '$default', target: 'browse-races', pathParameters: undefined });
});

test('a route for the rest of a path takes every method, and none of a more literal route', () => {
  const findAny = matchRoute({ ...routes, 'ANY /api/console/{path+}': 'console' });
  expect(findAny('DELETE', '/api/console/staff/all/a')).toEqual({
    routeKey: 'ANY /api/console/{path+}',
    target: 'console',
    pathParameters: { path: 'staff/all/a' },
  });
  expect(findAny('GET', '/api/console/')).toBe('none');
  expect(findAny('GET', '/api/races')).toMatchObject({ target: 'browse-races' });
});

test('a percent sign that stands for nothing is malformed, not a crash', () => {
  expect(find('GET', '/api/races/%E0%A4%A')).toBe('malformed');
});

test('every route has a behaviour, and nothing personal is ever kept at the edge', () => {
  const behaviourOf = matchBehaviour(behaviours);
  const cached = Object.keys(routes).filter((route) => {
    const path = (route.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, 'x');
    const behaviour = behaviourOf(path);
    expect(behaviour.origin).toBe('api');
    return behaviour.cached;
  });
  expect(cached).toEqual([
    'GET /api/races',
    'GET /api/races/{raceId}',
    'GET /api/races/{raceId}/availability',
    'GET /api/races/{raceId}/stock',
    'GET /api/races/{raceId}/teams',
    'GET /api/teams/{teamId}',
    'GET /api/races/{raceId}/forms/{revision}',
    'GET /api/races/{raceId}/forms/{revision}/schema',
    'GET /api/races/{raceId}/texts/{hash}',
    'GET /api/races/{raceId}/fundraisers',
    'GET /api/races/{raceId}/fundraisers/{slug}',
    'GET /api/openapi.json',
    'GET /api/races/{raceId}/results',
    'GET /api/races/{raceId}/results/names',
    'GET /api/races/{raceId}/results/{setId}/entries/{bib}',
    'GET /api/races/{raceId}/results/{setId}/versions',
    'GET /api/races/{raceId}/line',
    'GET /api/races/{raceId}/feed',
    'GET /api/races/{raceId}/feed/{epoch}/{segment}',
  ]);
  expect(behaviourOf('/races/anything').origin).toBe('site');
  expect(behaviourOf('/apis').origin).toBe('site');
});

test('query parameters that are not listed do not tell answers apart, so nobody can go past the cache', () => {
  expect(cacheKey('/a', 'x=1&page=2&evil=3', ['page'])).toEqual({ key: '/a?page=2', query: 'page=2' });
  expect(cacheKey('/a', 'x=1', [])).toEqual({ key: '/a', query: '' });
});
