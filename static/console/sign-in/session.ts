import type { SignedInMessage } from '../../../lambdas/api/console/messages';
import { watched } from '../../src/flow/watched';
import { forgetDesks } from '../desk/desk-key';
import { type Answered, ask, type Failure } from '../http/ask';
import { at, interrupted } from '../http/call';
import { forgetAll } from '../http/data';

export type Session =
  | { readonly kind: 'reading' }
  | { readonly kind: 'none' }
  | { readonly kind: 'in'; readonly who: SignedInMessage }
  | { readonly kind: 'failed'; readonly failure: Failure };

export const session = watched<Session>({ kind: 'reading' });

/** Tells the other tabs of this browser that somebody signed in or out. They share the cookie. */
const channel = new BroadcastChannel('startline-console');

/** Asks the server who is signed in. While a dialog asks for a new sign-in, the screen behind it stays. */
export const readSession = async (): Promise<void> => {
  const answer: Answered<SignedInMessage | undefined> = await ask({ method: 'GET', url: at`/session` });
  const before = session.peek();
  if (answer.kind === 'ok' && answer.value) {
    // Another person signed in, who must see nothing of the one before.
    if (before.kind === 'in' && before.who.email !== answer.value.email) return location.reload();
    session.put({ kind: 'in', who: answer.value });
    if (interrupted.peek()?.why === 'not-signed-in') interrupted.peek()?.end(true);
  } else if (before.kind === 'in') return;
  else if (answer.kind === 'ok') leave();
  else session.put({ kind: 'failed', failure: answer });
};

/** After a sign-in in this tab. */
export const signedIn = async (): Promise<void> => {
  // What somebody else may have left.
  if (session.peek().kind !== 'in') forgetDesks();
  await readSession();
  channel.postMessage('in');
};

/** `everywhere`: all sessions of this person end. */
export const signOut = async (everywhere: boolean): Promise<Answered<unknown>> => {
  const answer = await ask({ method: 'DELETE', url: everywhere ? at`/sessions` : at`/session` });
  if (answer.kind === 'ok' || (answer.kind === 'problem' && answer.name === 'not-signed-in')) {
    leave();
    channel.postMessage('out');
  }
  return answer;
};

const leave = () => {
  session.put({ kind: 'none' });
  forgetAll();
  forgetDesks();
};

/** A desk that was opened without a network has nobody who could sign in again over it. */
export const followRefusals = (): void => {
  interrupted.watch(() => {
    const now = interrupted.peek();
    if (now?.why !== 'not-signed-in') return;
    // Also of a desk whose screen was not there yet when they were locked out.
    if (session.peek().kind === 'in') return forgetDesks();
    leave();
    queueMicrotask(() => now.end(false));
  });
};

/** Follows what other tabs do, for example one that a mailed link opened. */
export const followTabs = (): void => {
  channel.onmessage = ({ data }) => {
    if (data === 'in') void readSession();
    else leave();
  };
};
