// Stamps when somebody first came to a line: docs/decisions/097-arrivals-are-stamped-at-the-edge.md. It runs in every CloudFront edge,
// in the runtime cloudfront-js-2.0: without network, within a millisecond. Whatever is not as it should be goes on to the function
// enter-line, which stamps in the same way. Math.random is not used: at the edge the time may be its seed.
import cf from 'cloudfront';
import crypto from 'crypto';

const store = cf.kvs();

async function handler(event) {
  const request = event.request;
  // The API believes this header. So it is set on every request that goes on, whatever the client sent.
  request.headers['x-startline-viewer'] = { value: event.viewer.ip + ':0' };
  try {
    // The pattern of the behaviour also fits longer paths.
    const path = /^\/api\/races\/([a-z0-9-]{1,64})\/line\/arrival$/.exec(request.uri);
    if (request.method !== 'POST' || !path) return request;
    const raceId = path[1];
    // Throws where the race has no line.
    const line = JSON.parse(await store.get('line.' + raceId));
    const mac = (text) => crypto.createHmac('sha256', line.key).update(text).digest('base64url');

    const name = '__Host-arrival-' + raceId;
    const old = ((request.cookies[name] || {}).value || '').split('.');
    const isKnown = old.length === 4 && old[0] === line.id && mac('arrival\n' + old.slice(0, 3).join('.')) === old[3];
    const now = Date.now();
    const at = isKnown ? parseInt(old[1], 36) : now;
    const nonce = isKnown ? old[2] : mac('nonce\n' + event.context.requestId + event.viewer.ip).slice(0, 22);
    const text = line.id + '.' + at.toString(36) + '.' + nonce;

    const most = Math.max(1000, Math.min(60000, line.gun + 10000 - now));
    const spread = parseInt(crypto.createHash('md5').update(nonce).digest('hex').slice(0, 8), 16) / 4294967296;
    return {
      statusCode: 200,
      statusDescription: 'OK',
      headers: { 'content-type': { value: 'application/json' }, 'cache-control': { value: 'no-store' } },
      cookies: {
        [name]: {
          value: text + '.' + mac('arrival\n' + text),
          attributes: 'Path=/; Max-Age=2592000; Secure; SameSite=Lax; HttpOnly',
        },
      },
      body: JSON.stringify({ arrivedAt: new Date(at).toISOString(), enrolAfter: Math.round(spread * most) }),
    };
  } catch (e) {
    return request;
  }
}
