import { deployed } from '../../../local/sources/deployed-function';

/** A function that answers with how often its environment was called. */
const invoke = (name: string) =>
  deployed({ folder: '', name, timeoutSeconds: 5 }, async () => {
    let calls = 0;
    return async () => {
      const call = ++calls;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return call;
    };
  });

test('captures at the same moment run in environments of their own, which are used again', async () => {
  const settle = invoke('settle-payments');
  expect(await Promise.all([settle({}), settle({})])).toEqual([1, 1]);
  expect(await settle({})).toBe(2);
});

test('other functions share one environment, and with it their connections', async () => {
  const record = invoke('record-settlements');
  expect(await Promise.all([record({}), record({})])).toEqual([1, 2]);
});
