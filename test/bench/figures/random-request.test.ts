import { randomRequest } from '../../../bench/figures/random/random-request';
import { randomOf } from '../../../loadtest/generator/random';

const routes = ['GET /api/races/{raceId}', 'PUT /api/registrations/{registrationId}'] as const;
const asked = (seed: number) => {
  const random = randomOf(seed);
  return Array.from({ length: 500 }, () =>
    randomRequest(random, [...routes], { known: 'city-10k', origin: 'http://here' }),
  );
};

test('the same seed sends the same, and another seed something else', () => {
  expect(asked(1)).toEqual(asked(1));
  expect(asked(1)).not.toEqual(asked(2));
});

test('each route is asked, with what is there and with what is not, and every address can be sent', () => {
  const paths = asked(3).map(({ method, path }) => `${method} ${path}`);
  expect(paths.some((path) => path.startsWith('GET /api/races/city-10k'))).toBe(true);
  expect(paths.some((path) => /^PUT \/api\/registrations\/[0-9a-f-]{36}/.test(path))).toBe(true);
  for (const path of paths) expect(path).toMatch(/^(GET|PUT) \/api\/[!-~]+$/);
  expect(asked(3).every(({ method, body }) => method !== 'GET' || body === undefined)).toBe(true);
});

test('some bodies can be read, and some cannot', () => {
  const readable = asked(4).flatMap(({ body }) => {
    if (!body) return [];
    try {
      JSON.parse(body.toString());
      return [true];
    } catch {
      return [false];
    }
  });
  expect(readable.filter(Boolean).length).toBeGreaterThan(50);
  expect(readable.filter((can) => !can).length).toBeGreaterThan(20);
});
