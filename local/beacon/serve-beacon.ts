import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { publishedAt } from '../../lambdas/line/draw/chain';
import type { ownChain } from './own-chain';

/** How a relay behaves: as it should, or by so many milliseconds too late, or with what it must not answer, or not at all. */
export type Behaviour =
  | 'right'
  | { readonly lateByMs: number }
  | 'wrong-signature'
  | 'other-round'
  | 'no-json'
  | 'silent';

interface Needs {
  readonly chain: ReturnType<typeof ownChain>;
  readonly now: () => number;
  /** Asked at each request, so that a test may change it. */
  readonly behaviour?: () => Behaviour;
}

/** Plays a relay of drand: `GET /<hash of the chain>/public/<round>`. A round that is not published yet is answered with 425. */
export const serveBeacon = ({ chain: { chain, sign }, now, behaviour = () => 'right' }: Needs): Server =>
  createServer((request, response) => {
    const [, hash, round = ''] = /^\/([0-9a-f]{64})\/public\/(\d{1,15})$/.exec(request.url ?? '') ?? [];
    const say = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const how = behaviour();
    if (how === 'silent') return;
    if (hash !== chain.hash || round === '') return say(404, { error: 'There is no such chain or round.' });
    const lateByMs = typeof how === 'object' ? how.lateByMs : 0;
    if (publishedAt(chain, Number(round)) + lateByMs > now())
      return say(425, { error: 'The round is not published yet.' });
    if (how === 'no-json') return say(200, '<html>');
    const signature = sign(Number(round) + (how === 'wrong-signature' || how === 'other-round' ? 1 : 0));
    const randomness = createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
    say(200, { round: Number(round) + (how === 'other-round' ? 1 : 0), randomness, signature });
  });
