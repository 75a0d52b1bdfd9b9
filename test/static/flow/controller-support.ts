import { openController } from '../../../static/src/flow/controller';
import { keepDraft } from '../../../static/src/flow/keep-draft';
import type { Tokenise } from '../../../static/src/flow/payment';
import type { Answered } from '../../../static/src/http/failure';
import { draftWith, holdOf, id, otherId, start } from './flow-support';

export const accepted = { kind: 'ok', value: { registrationId: id, status: 'processing', pollAfter: 2 } } as const;

/** The answer of a server whose bank asks. */
export const asked = {
  kind: 'ok',
  value: {
    status: 'action-required',
    registrationId: id,
    clientSecret: 'pi_1_secret_2',
    payment: 'pi_1',
    until: '2027-03-01T10:12:00.000Z',
  },
} as const;

type Answers = Record<'hold' | 'submit' | 'status' | 'tokenise', unknown[]> & {
  readonly ask?: unknown[];
  readonly free?: unknown[];
  readonly moreTries?: unknown[];
  readonly prove?: unknown[];
};

/** A browser whose clock and network the test controls. */
export const browser = (
  { moreTries = [], prove = [], ask = [], free = [], ...given }: Answers,
  shelf = new Map<string, string>(),
) => {
  const calls: { readonly name: string; readonly args: readonly unknown[] }[] = [];
  const timers: { readonly at: number; readonly work: () => void }[] = [];
  let now = start;
  const answers = { ...given, moreTries, prove, ask, free };
  const answer = (name: keyof typeof answers) =>
    jest.fn(async (...args: unknown[]) => {
      calls.push({ name, args });
      return (answers[name].shift() ?? new Promise(() => {})) as Promise<Answered<never>>;
    });
  const ids = [id, otherId];
  const open = () =>
    openController({
      raceId: 'harbour',
      api: { hold: answer('hold'), submit: answer('submit'), status: answer('status'), moreTries: answer('moreTries') },
      bank: { ask: answer('ask') as never, free: answer('free') as never },
      prove: answer('prove') as never,
      kept: keepDraft(
        () => ({
          getItem: (key) => shelf.get(key) ?? null,
          setItem: (key, text) => void shelf.set(key, text),
          removeItem: (key) => void shelf.delete(key),
        }),
        'harbour',
      ),
      now: () => now,
      learnTime: () => {},
      random: () => 0.5,
      newId: () => ids.shift() ?? 'no more ids',
      later: (milliseconds, work) => {
        const timer = { at: now + milliseconds, work };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer) >>> 0, 1);
      },
      lock: (work) => work(),
    });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    for (const timer of timers.filter(({ at }) => at <= now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.work();
    }
    await settle();
  };
  const tokenise = answer('tokenise') as unknown as Tokenise;
  return { open, tokenise, calls, settle, pass, shelf, names: () => calls.map(({ name }) => name) };
};

export const nothing = (): Answers => ({
  hold: [] as unknown[],
  submit: [] as unknown[],
  status: [] as unknown[],
  tokenise: [] as unknown[],
});
export const filled = () =>
  new Map([['startline:draft:harbour', JSON.stringify(draftWith({ hold: holdOf(id), accepted: 'w1' }))]]);
export const paidFor = (confirmationToken: string) => ({
  hold: holdOf(id).hold,
  confirmationToken,
  waiver: { hash: 'w1', accepted: true },
});
