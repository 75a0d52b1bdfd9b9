/** What somebody sends who knows the routes and nothing else. */
export interface RandomRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

type Random = () => number;

const oneOf = <T>(random: Random, all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
const whole = (random: Random, most: number) => Math.floor(random() * (most + 1));

const alphabet = 'abcXYZ019-_.~ %/\\\'"<>&;äß漢😀\u0000\u202e{}[]$';
const letters = [...alphabet];

const text = (random: Random, most: number): string =>
  Array.from({ length: whole(random, most) }, () => letters[whole(random, letters.length - 1)]).join('');

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => whole(random, 15).toString(16)).join('');

const uuid = (random: Random): string =>
  `${hex(random, 8)}-${hex(random, 4)}-7${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;

const numbers = [0, -1, 1, 1.5, 1e21, -1e-7, 2 ** 31, 2 ** 53, Number.MAX_VALUE] as const;

/** Names that a handler may look for, and others. */
const names = [
  'id',
  'holds',
  'hold',
  'runner',
  'email',
  'firstName',
  'birthDate',
  'eventId',
  'spots',
  '__proto__',
  'length',
  'x',
];

const value = (random: Random, depth: number): unknown => {
  const kind = whole(random, depth > 0 ? 7 : 5);
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return oneOf(random, numbers as unknown as [number, ...number[]]);
  if (kind === 3) return uuid(random);
  if (kind <= 5) return text(random, random() < 0.02 ? 20_000 : 40);
  if (kind === 6) return Array.from({ length: whole(random, 5) }, () => value(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: whole(random, 6) }, () => [
      names[whole(random, names.length - 1)] ?? 'x',
      value(random, depth - 1),
    ]),
  );
};

const bodyOf = (random: Random): Buffer => {
  const json = JSON.stringify(value(random, 4));
  const kind = whole(random, 9);
  if (kind === 0) return Buffer.from(json.slice(0, whole(random, json.length)));
  if (kind === 1) return Buffer.from(Array.from({ length: whole(random, 300) }, () => whole(random, 255)));
  if (kind === 2) return Buffer.from('['.repeat(whole(random, 5_000)));
  return Buffer.from(json);
};

const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
] as const;

const headersOf = (random: Random, origin: string): Record<string, string> => ({
  accept: '*/*',
  ...(random() < 0.8 && { origin }),
  ...(random() < 0.8 && { 'content-type': oneOf(random, types) }),
  ...(random() < 0.3 && { cookie: `session=${hex(random, 80)}` }),
  ...(random() < 0.3 && { authorization: `Bearer ${hex(random, 60)}` }),
  ...(random() < 0.1 && { 'if-none-match': `"${hex(random, 20)}"` }),
});

/** A value of a path: something that is there, something that could be there, or nonsense. */
const part = (random: Random, known: string): string => {
  const kind = whole(random, 3);
  return kind === 0 ? known : kind === 1 ? uuid(random) : encodeURIComponent(text(random, 30)) || '-';
};

/** A random request of one of `routes`, such as `GET /api/races/{raceId}`. The same numbers make the same request. */
export const randomRequest = (
  random: Random,
  routes: readonly [string, ...string[]],
  { known, origin }: { readonly known: string; readonly origin: string },
): RandomRequest => {
  const [method = 'GET', template = '/'] = oneOf(random, routes).split(' ');
  const path = template.replace(/\{[^}]+\}/g, () => part(random, known));
  const query =
    random() < 0.3 ? `?${names[whole(random, names.length - 1)]}=${encodeURIComponent(text(random, 60))}` : '';
  const hasBody = method !== 'GET' && random() < 0.9;
  return {
    method,
    path: `${path}${query}`,
    headers: headersOf(random, origin),
    ...(hasBody && { body: bodyOf(random) }),
  };
};
