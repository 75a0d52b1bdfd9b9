import type { CodeRegister } from './ports';

interface Needs {
  readonly register: Pick<CodeRegister, 'withdraw'>;
  readonly news: { changed(raceId: string): Promise<void> };
}

export type WithdrawCode = CodeRegister['withdraw'];

/** A code that somebody uses at this moment may still be priced with for a second, as with all that is cached. */
export const withdrawCode =
  ({ register, news }: Needs): WithdrawCode =>
  async (raceId, which, isDryRun) => {
    const withdrawn = await register.withdraw(raceId, which, isDryRun);
    if (!isDryRun && withdrawn > 0) await news.changed(raceId);
    return withdrawn;
  };
