import { processorScript, securityHeaders } from '../../lib/edge';

const directivesOf = (origin: string) =>
  Object.fromEntries(
    securityHeaders(origin)
      ['content-security-policy'].split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );

const ours = {
  'default-src': ["'none'"],
  'worker-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

test('the page may load Stripe’s script, show its frames, and call its API; nobody else', () => {
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  expect(directivesOf('https://api.stripe.com')).toEqual({
    ...ours,
    'script-src': ["'self'", ...scripts],
    'frame-src': [...scripts, 'https://hooks.stripe.com'],
    'connect-src': ["'self'", 'https://api.stripe.com'],
  });
  expect(processorScript('https://api.stripe.com')).toBe('https://js.stripe.com/dahlia/stripe.js');
});

test('with the sandbox, one origin has the script, the frames and the API', () => {
  const origin = 'http://localhost:8005';
  expect(directivesOf(origin)).toEqual({
    ...ours,
    'script-src': ["'self'", origin],
    'frame-src': [origin],
    'connect-src': ["'self'", origin],
  });
  expect(processorScript(origin)).toBe(`${origin}/stripe.js`);
});

test.each([
  ['https://api.stripe.com', 'https://js.stripe.com'],
  ['http://localhost:8005', 'http://localhost:8005'],
])('wallets may be opened by the frames of %s, and nothing else by anybody', (origin, frame) => {
  const headers = securityHeaders(origin);
  expect(headers['permissions-policy']).toBe(
    `camera=(), geolocation=(), microphone=(), payment=(self "${frame}"), usb=()`,
  );
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});
