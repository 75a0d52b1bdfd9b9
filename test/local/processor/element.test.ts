import { openShop, type Shop } from '../../payment/support/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const get = async (path: string) => {
  const answer = await fetch(`${shop.url}${path}`);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test.each([
  ['/stripe.js', 'text/javascript', 'createConfirmationToken'],
  ['/element', 'text/html', '/element/fields.js'],
  ['/element/fields.js', 'text/javascript', 'cc-number'],
  ['/element/style.css', 'text/css', '.card-fields'],
  ['/challenge', 'text/html', '/element/challenge.js'],
  ['/element/challenge.js', 'text/javascript', '/authenticate'],
])('%s is given to everybody, under a strict policy', async (path, type, part) => {
  const { status, headers, text } = await get(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(text).toContain(part);
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "base-uri 'none'"])
    expect(policy.split('; ')).toContain(rule);
  expect(policy).not.toContain('unsafe');
  // Only pages of this machine may show the frames.
  expect(policy.split('; ').find((rule) => rule.startsWith('frame-ancestors'))).toBe(
    'frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:* https://127.0.0.1:*',
  );
});

test.each(['/element/nothing.js', '/element/../cards.ts', '/element/%2e%2e/cards.ts', '/stripe.js.map'])(
  'nothing else is given: %s',
  async (path) => {
    const { status, text } = await get(path);
    expect(status).toBeGreaterThan(400);
    expect(text).not.toContain('testCards');
  },
);
