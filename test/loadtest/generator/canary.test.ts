import { sendCanary } from '../../../loadtest/generator/canary';
import type { Task } from '../../../loadtest/generator/generate';
import { scenarios } from '../../../loadtest/scenarios/all';
import { helloCrowd } from '../support/crowd';
import { serve } from '../support/small-server';

test('one goes first, and its requests say how long the whole way is', async () => {
  const { url, requests } = await serve((_, response) => response.end('{}'));
  expect(await sendCanary(helloCrowd(url, 5_000, 60))).toEqual({ outcome: { kind: 'done' }, requests: 1 });
  expect(requests()).toBe(1);
});

test('a way that is broken ends the run, with the reason', async () => {
  const { url } = await serve((_, response) => response.writeHead(404).end('{}'));
  await expect(sendCanary(helloCrowd(url, 5_000, 60))).rejects.toThrow('/config.json answered 404');
});

test('a race that is closed ends the run before anybody was sent after it', async () => {
  const { url } = await serve((request, response) =>
    response.writeHead(request.url === '/races/any' ? 200 : 404).end('{"closed":1}'),
  );
  const task: Task = { ...helloCrowd(url, 5_000, 60), scenario: scenarios.opening };
  await expect(sendCanary(task)).rejects.toThrow('The canary came to nothing, so nobody was sent after it');
});
