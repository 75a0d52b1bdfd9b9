import { arrival, pass } from '../../../lambdas/api/examples/line-examples';
import { enterLine } from '../../../static/src/line/enter';

type Needs = Parameters<typeof enterLine>[1];
const lineOff = { kind: 'problem', name: 'line-off' };

/** Answers what is said, one after the other; nobody waits. */
const comes = async (...answers: readonly object[]) => {
  const asked: string[] = [];
  const troubles: boolean[] = [];
  const left = new AbortController();
  const entered = await enterLine('harbour', {
    request: (async ({ url }: { readonly url: string }) => {
      asked.push(url.split('/').at(-1) ?? '');
      const answer = answers[asked.length - 1];
      if (asked.length >= answers.length) left.abort();
      return answer;
    }) as unknown as Needs['request'],
    wait: async () => undefined,
    signal: left.signal,
    onArrival: () => undefined,
    onTrouble: (isInTrouble) => void troubles.push(isInTrouble),
  });
  return { entered, asked, troubles };
};
const [arrived, passed] = [
  { kind: 'ok', value: arrival },
  { kind: 'ok', value: pass },
];

test('a browser comes to the line until it has a pass', async () =>
  expect(await comes({ kind: 'network' }, arrived, { kind: 'timeout' }, arrived, passed)).toEqual({
    entered: pass,
    asked: ['arrival', 'arrival', 'pass', 'arrival', 'pass'],
    // What the page says meanwhile.
    troubles: [true, false, true, false],
  }));

test('nobody comes to a line that is open', async () => {
  expect(await comes(lineOff, arrived, passed)).toMatchObject({ entered: undefined, asked: ['arrival'] });
  expect(await comes(arrived, lineOff, arrived, passed)).toMatchObject({
    entered: undefined,
    asked: ['arrival', 'pass'],
  });
});
