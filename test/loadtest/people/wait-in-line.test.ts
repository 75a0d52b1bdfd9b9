import * as examples from '../../../lambdas/api/examples/examples';
import { arrival, lineDocument, pass } from '../../../lambdas/api/examples/line-examples';
import { Browser } from '../../../loadtest/browser/browser';
import { Agenda } from '../../../loadtest/generator/agenda';
import { rawEngine } from '../../../loadtest/http/raw-engine';
import { askForSpots } from '../../../loadtest/people/ask-for-spots';
import { person } from '../../../loadtest/people/people';
import { UserSession } from '../../../loadtest/people/user-session';
import { uuid7 } from '../../../loadtest/uuid7';
import { jsonOf, smallShop } from '../aws/small-shop';
import { serve } from '../support/small-server';

/** A shop with one spot and a line that calls everybody with its second answer. */
const comes = async (deadlineSeconds: number) => {
  const shop = smallShop(1);
  const seen: string[] = [];
  let isCalled = false;
  const [event] = lineDocument.events;
  const server = await serve(async (request, response) => {
    const [method = '', path = ''] = [request.method, request.url ?? ''];
    const body = await jsonOf(request);
    seen.push(`${method} ${path.split('/').slice(4).join('/')}`);
    const refusal = (name: string) => ({ type: `/problems/${name}`, title: '', status: 409, detail: '' });
    const answer = () => {
      if (path.endsWith('/line/arrival')) return { status: 200, body: { ...arrival, enrolAfter: 1 } };
      if (path.endsWith('/line/pass')) return { status: 201, body: pass };
      if (path.endsWith('/line')) {
        const line = { ...lineDocument, events: [{ ...event, eventId: examples.eventId, calledTo: isCalled ? 1 : 0 }] };
        isCalled = deadlineSeconds > 1;
        return { status: 200, body: { ...line, poll: { divide: 4, min: 0.01, max: 0.02 } } };
      }
      if (path.endsWith('/holds') && !isCalled) return { status: 409, body: refusal('join-line') };
      return shop.answer(method, path, body);
    };
    const { status, body: said } = answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  const session = new UserSession({
    browser: new Browser('127.0.0.1', rawEngine()),
    agenda: new Agenda(),
    random: () => 0,
    departure: performance.now(),
    deadlineSeconds,
    think: () => 0,
  });
  const asked = await askForSpots(
    session,
    {
      site: { url: server.url },
      raceId: examples.race.id,
      person: person(1, 'x'),
    } as unknown as Parameters<typeof askForSpots>[1],
    [{ eventId: examples.eventId, registrationId: uuid7() }],
  );
  return { asked, seen };
};

test('a runner who is sent to the line waits there as the page does, and asks again when they are called', async () => {
  const { asked, seen } = await comes(60);
  expect(asked.kind).toBe('held');
  expect(seen).toEqual(['POST holds', 'POST line/arrival', 'POST line/pass', 'GET line', 'GET line', 'POST holds']);
});

test('a runner whose time ends in the line got no spot', async () => {
  const { asked } = await comes(0.2);
  expect(asked).toEqual({ kind: 'told', outcome: { kind: 'all-held' } });
});
