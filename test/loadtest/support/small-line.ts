import * as examples from '../../../lambdas/api/examples/examples';
import { arrival, lineDocument, pass } from '../../../lambdas/api/examples/line-examples';
import { type Answered, jsonOf, smallShop } from '../aws/small-shop';
import { serve } from './small-server';

const [event] = lineDocument.events;

/** The document of a line that has called so far, and that everybody looks at all the time. */
const calledTo = (turn: number) => ({
  ...lineDocument,
  events: [{ ...event, eventId: examples.eventId, calledTo: turn }],
  poll: { divide: 4, min: 0.01, max: 0.02 },
});

interface Line {
  /** It has called the turns below it: asked at each look. */
  readonly calledTo: () => number;
  /** What it answers instead. */
  readonly instead?: (path: string) => Answered | undefined;
}

/** A race with so many spots, and a line before it. */
export const smallLine = async (spots: number, line: Line) => {
  const shop = smallShop(spots);
  const seen: string[] = [];
  const answer = (method: string, path: string, body: unknown): Answered => {
    const instead = line.instead?.(path);
    if (instead) return instead;
    if (path.endsWith('/line/arrival')) return { status: 200, body: { ...arrival, enrolAfter: 1 } };
    if (path.endsWith('/line/pass')) return { status: 201, body: pass };
    if (path.endsWith('/line')) return { status: 200, body: calledTo(line.calledTo()) };
    return shop.answer(method, path, body);
  };
  const { url } = await serve(async (request, response) => {
    const [method = '', path = ''] = [request.method, request.url ?? ''];
    seen.push(`${method} ${path.split('/').slice(4).join('/')}`);
    const { status, body } = answer(method, path, await jsonOf(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return { url, seen, emails: shop.emails };
};

/** A refusal of the API. */
export const refusal = (name: string): Answered => ({
  status: 409,
  body: { type: `/problems/${name}`, title: '', status: 409, detail: '' },
});
