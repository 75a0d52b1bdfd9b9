import type { BankQuestion, BankSaid } from '../flow/payment';
import { loadProcessor } from './load-processor';

const lockOf = (registrationId: string) => `authenticate:${registrationId}`;

/** The question that this tab asked before. Its lock must be free before the next one. */
let before: Promise<unknown> = Promise.resolve();

const never = new Promise<never>(() => {});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** A page in the background waits: nobody would see the bank's window. */
const seen = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

/** Shows the bank's question with the processor's script, unless another tab shows it. */
export const askBank = async ({ registrationId, clientSecret, take, signal }: BankQuestion): Promise<BankSaid> => {
  const processor = await loadProcessor().catch(() => undefined);
  if (!processor) return 'blocked';
  await Promise.all([seen(), before]);
  const ask = (): Promise<BankSaid> =>
    processor.handleNextAction({ clientSecret }).then(
      ({ paymentIntent }) => (paymentIntent ? 'yes' : 'no'),
      // It throws for a payment that wants no answer any more. The server knows what became of it.
      () => 'no',
    );
  if (signal.aborted) return 'no';
  const said = inOneTab(registrationId, take, () => Promise.race([ask(), aborted(signal).then(() => 'no' as const)]));
  before = said;
  return said;
};

const inOneTab = async (registrationId: string, take: boolean, ask: () => Promise<BankSaid>): Promise<BankSaid> => {
  if (!('locks' in navigator)) return ask();
  let said: BankSaid = 'elsewhere';
  try {
    await navigator.locks.request(
      lockOf(registrationId),
      take ? { steal: true } : { ifAvailable: true },
      async (lock) => {
        if (lock) said = await ask();
      },
    );
    return said;
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
    // Another tab took the question over. Only a new document closes the processor's window here.
    location.reload();
    return never;
  }
};

/** Resolves when no tab shows the question of this registration, or when `signal` is aborted. */
export const whenNoTabAsks = async (registrationId: string, signal: AbortSignal): Promise<void> => {
  if (!('locks' in navigator)) return never;
  try {
    await navigator.locks.request(lockOf(registrationId), { signal }, () => {});
  } catch {
    // The caller waits no longer.
  }
};
