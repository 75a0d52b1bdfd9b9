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
      <h2 id="farewell">Not your own device?</h2>
      <p>
        We forget here what you typed, the spots you hold without having registered, and your links. Your registrations
        and places in line stay yours: the links in your mails open them.
      </p>
      <SendingNote failure={sending.kind === 'failed' ? sending.failure : undefined} />
      <button
        type="button"
        class="plain"
        aria-disabled={sending.kind === 'sending'}
        onClick={() => void send(lazyApi.endSession, forget)}
      >
        {sending.kind === 'sending' ? 'One moment…' : 'Forget me on this device'}
      </button>
    </section>
  );
};
