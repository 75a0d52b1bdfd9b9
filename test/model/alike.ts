/** What the tables answered, and what PostgreSQL answered to the same. */
export type Answers = readonly [ours: unknown, theirs: unknown];

/** Who cancels twice is told the same twice. */
export const toldOfCancellation = (answer: string): string =>
  answer === 'change' || answer === 'done' ? 'cancelled' : answer;

/** Who passed his spot on has none to pass on. */
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
