import type { SignedInMessage } from '../../lambdas/api/console/messages';
import { forgetDesks } from '../../static/console/desk/desk-key';
import { interrupted } from '../../static/console/http/call';

jest.mock('../../static/console/desk/desk-key', () => ({ forgetDesks: jest.fn() }));
jest.mock('../../static/console/http/data', () => ({ forgetAll: jest.fn() }));

const who = { email: 'ada@example.com' } as SignedInMessage;
const end = jest.fn();
let session: typeof import('../../static/console/sign-in/session').session;

beforeAll(async () => {
  // Node's own would keep the process from ending.
  Object.assign(globalThis, { BroadcastChannel: class {} });
  const opened = await import('../../static/console/sign-in/session');
  session = opened.session;
  opened.followRefusals();
});
beforeEach(() => {
  jest.clearAllMocks();
  interrupted.put(undefined);
});

test('whoever is locked out while the console opens leaves no list of a desk, and is asked to sign in', () => {
  session.put({ kind: 'in', who });
  interrupted.put({ why: 'not-signed-in', end });
  expect(forgetDesks).toHaveBeenCalledTimes(1);
  expect([session.peek().kind, end.mock.calls]).toEqual(['in', []]);
});

test('a desk that was opened without a network is left', async () => {
  session.put({ kind: 'reading' });
  interrupted.put({ why: 'not-signed-in', end });
  await Promise.resolve();
  expect(forgetDesks).toHaveBeenCalledTimes(1);
  expect([session.peek().kind, end.mock.calls]).toEqual(['none', [[false]]]);
});

test('a passkey that is needed again erases nothing', () => {
  session.put({ kind: 'in', who });
  interrupted.put({ why: 'confirm-again', end });
  expect(forgetDesks).not.toHaveBeenCalled();
});
