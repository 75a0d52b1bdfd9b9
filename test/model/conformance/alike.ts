/** The answer of the tables and that of PostgreSQL to the same call. */
export type Answers = readonly [ours: unknown, theirs: unknown];

/** A runner who cancels twice is told the same twice. */
export const toldOfCancellation = (answer: string): string =>
  answer === 'change' || answer === 'done' ? 'cancelled' : answer;

/** A runner who passed their spot on has none to pass on. */
export const toldOfTransfer = (answer: string): string =>
  new Map([
    ['change', 'accepted'],
    ['registered', 'same-person'],
    ['done', 'no-spot'],
  ]).get(answer) ?? answer;

interface Decided {
  readonly decisions: readonly { readonly registrationId: string }[];
  readonly deferred: readonly string[];
}

export const decided = ({ decisions, deferred }: Decided) => ({
  decisions: [...decisions].sort((a, b) => (a.registrationId < b.registrationId ? -1 : 1)),
  deferred: [...deferred].sort(),
});

interface Booked {
  readonly changed: readonly { readonly registrationId: string; readonly state: string }[];
  readonly contradictions: readonly string[];
}

export const booked = ({ changed, contradictions }: Booked) => ({
  changed: changed.map(({ registrationId, state }) => `${registrationId} ${state}`).sort(),
  contradictions: [...contradictions].sort(),
});
