import type { Documents } from './ports';

interface Needs {
  readonly documents: Pick<Documents, 'sellersWithWork' | 'issue'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Of how many payments one transaction issues documents: its locks hold up a settlement for a moment only. */
const paymentsPerTransaction = 500;

/** In milliseconds: no transaction begins later, so that the last one ends before the function's timeout. */
const lastStartMs = 40_000;

/** Returns how many documents it issued. Runs where nobody waits; what is left is issued by the next run. */
export const issueDocuments =
  ({ documents, now }: Needs) =>
  async (): Promise<number> => {
    const lastStart = now() + lastStartMs;
    let issued = 0;
    for (const seller of await documents.sellersWithWork()) {
      for (let some = 1; some > 0 && now() < lastStart; issued += some)
        some = await documents.issue(seller, paymentsPerTransaction);
    }
    return issued;
  };
