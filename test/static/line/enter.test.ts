import { arrival, pass } from '../../../lambdas/api/examples/line-examples';
import { enterLine } from '../../../static/src/line/enter';

type Needs = Parameters<typeof enterLine>[1];
const lineOff = { kind: 'problem', name: 'line-off' };

/** Answers what is said, one after the other; nobody waits. */
const comes = async (...answers: readonly object[]) => {
  const asked: string[] = [];
  const troubles: unknown[] = [];
  const waits: number[] = [];
  const left = new AbortController();
  const entered = await enterLine('harbour', {
    request: (async ({ url }: { readonly url: string }) => {
      asked.push(url.split('/').at(-1) ?? '');
      const answer = answers[asked.length - 1];
      if (asked.length >= answers.length) left.abort();
      return answer;
    }) as unknown as Needs['request'],
    wait: async (seconds) => void waits.push(seconds),
    signal: left.signal,
    onArrival: () => undefined,
    onTrouble: (trouble) => void troubles.push(trouble),
  });
  return { entered, asked, troubles, waits };
};
const [arrived, passed] = [
  { kind: 'ok', value: arrival },
  { kind: 'ok', value: pass },
];

test('a browser comes to the line until it has a pass', async () =>
  expect(await comes({ kind: 'network' }, arrived, { kind: 'timeout' }, arrived, passed)).toMatchObject({
    entered: pass,
    asked: ['arrival', 'arrival', 'pass', 'arrival', 'pass'],
    // What the page says meanwhile.
    troubles: ['soon', 'none', 'soon', 'none'],
  }));

test('whoever is told to wait waits so long, and the page says so', async () => {
  const busy = { kind: 'problem', name: 'busy', retryAfter: 30 };
  const throttled = { kind: 'unreadable', status: 429, retryAfter: 60 };
  const portal = { kind: 'unreadable', status: 503, retryAfter: 86_400 };
  const { troubles, waits } = await comes(throttled, arrived, busy, portal, arrived, passed);
  expect(troubles).toEqual([60, 'none', 30, 300, 'none']);
  const [first = 0, , second = 0] = waits;
  expect([first >= 60 && first < 64, second >= 30 && second < 34]).toEqual([true, true]);
});

test('nobody comes to a line that is open', async () => {
  expect(await comes(lineOff, arrived, passed)).toMatchObject({ entered: undefined, asked: ['arrival'] });
  expect(await comes(arrived, lineOff, arrived, passed)).toMatchObject({
    entered: undefined,
    asked: ['arrival', 'pass'],
  });
});
