import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import * as v from 'valibot';
import { answerParent } from '../../cache/child';
import { listening } from './listening';
import { tokenBucket } from './token-bucket';

/**
 * The limit of an API Gateway before a whole system: a bucket of `burst` requests that fills up again with
 * `requestsPerSecond`. What finds it empty is answered 429, as
 * [API Gateway does](https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html).
 */
const question = v.variant('kind', [
  v.object({ kind: v.literal('start'), to: v.number(), requestsPerSecond: v.number(), burst: v.number() }),
  v.object({ kind: v.literal('count') }),
]);

let [passed, refused] = [0, 0];

/** Each client has an address of its own, which the system counts by: the request goes on from the same one. */
const agents = new Map<string, Agent>();
const agentFor = (localAddress: string): Agent => {
  const known = agents.get(localAddress);
  if (known) return known;
  const made = new Agent({ keepAlive: true, localAddress });
  agents.set(localAddress, made);
  return made;
};

/** CloudFront answers these out of its cache, so API Gateway hardly sees them. */
const isCached = ({ method, url = '' }: IncomingMessage) => method === 'GET' && url.startsWith('/api/races');

const answerTooMany = (answer: ServerResponse) => {
  answer.writeHead(429, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  answer.end('{"message":"Too Many Requests"}');
};

const passOn = (asked: IncomingMessage, answer: ServerResponse, port: number) => {
  const { method, url: path, rawHeaders: headers } = asked;
  const agent = agentFor(asked.socket.remoteAddress ?? '127.0.0.1');
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
    answered.pipe(answer);
  });
  onward.once('error', () => answer.destroy());
  asked.pipe(onward);
};

answerParent(async (said) => {
  const order = v.parse(question, said);
  if (order.kind === 'count') return { passed, refused };
  const { to } = order;
  const isLetIn = tokenBucket(order);
  const server = createServer((asked, answer) => {
    if (!asked.url?.startsWith('/api/') || isCached(asked)) return passOn(asked, answer, to);
    if (!isLetIn()) {
      refused++;
      asked.resume();
      return answerTooMany(answer);
    }
    passed++;
    passOn(asked, answer, to);
  });
  return listening(server);
});
