import * as later from '../texts/later';
import { lazyApi } from './lazy-services';
import { SendingNote, useSending } from './use-sending';

/** Removes every key that begins with `startline:`. */
const clearStorage = () => {
  for (const area of [() => localStorage, () => sessionStorage]) {
    try {
      const names = Object.keys(area());
      for (const name of names) if (name.startsWith('startline:')) area().removeItem(name);
    } catch {
      // The browser refuses storage, so nothing is kept there.
    }
  }
};

/**
 * For runners on a shared device. The server ends the session before this browser forgets it; loading a new document
 * also drops what was only in memory.
 */
export const ForgetHere = () => {
  const { sending, send } = useSending();
  const forget = () => {
    clearStorage();
    location.replace('/');
  };
  return (
    <section class="farewell" aria-labelledby="farewell">
      <h2 id="farewell">{later.forgetTitle}</h2>
      <p>{later.forgetWords}</p>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <button
        type="button"
        class="plain"
        aria-disabled={sending.kind === 'sending'}
        onClick={() => void send(lazyApi.endSession, forget)}
      >
        {sending.kind === 'sending' ? later.oneMoment : later.forgetButton}
      </button>
    </section>
  );
};
