import { rawEngine } from '../../../loadtest/http/raw-engine';
import { serve } from '../../loadtest/support/small-server';
import { type Received, WatchedBrowser } from './watched-browser';

test('the answer with a pass of the line is not taken for a hold that cannot be read', async () => {
  const { url } = await serve((_, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"pass":"a"}'),
  );
  const engine = rawEngine();
  const received: Omit<Received, 'at'>[] = [];
  const browser = new WatchedBrowser('127.0.0.1', engine, ({ at: _, ...one }) => received.push(one), {
    comesBackWithin: 1,
    triesWhenAllHeld: 1,
  });
  const answer = await browser.fetch({ method: 'POST', url: `${url}/api/races/harbour/line/pass` });
  engine.close();
  expect([answer.status, received]).toEqual([201, [{ kind: 'answer' }]]);
  expect(browser.answers.holds).toEqual([]);
});
