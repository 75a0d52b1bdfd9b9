import { type Decision, type Outcome, payerIn, type Submission } from '../../domain/registration';

/** A batch's rows as parallel arrays, one element for each submission. */
type Columns = readonly [
  ids: string[],
  persons: string[],
  runners: string[],
  waivers: (string | null)[],
  submittedAt: string[],
  sessionHashes: string[],
];

/** The state of one batch while it is decided: which submissions are open, and how the others were decided. */
export class BatchDecisions {
  readonly decisions: Decision[] = [];
  readonly deferred: string[] = [];
  /** The submissions that this transaction decided, so that their payments follow. */
  readonly written: { readonly submission: Submission; readonly outcome: Outcome }[] = [];
  readonly #open: Map<string, Submission>;

  /** Of several submissions with one id the first counts: they are deliveries of the same registration. */
  constructor(submissions: readonly Submission[]) {
    this.#open = new Map([...submissions].reverse().map((submission) => [submission.hold.registrationId, submission]));
  }

  get open(): readonly Submission[] {
    return [...this.#open.values()];
  }

  columns(of: (submission: Submission) => boolean = () => true): Columns {
    const some = this.open.filter(of);
    return [
      some.map(({ hold }) => hold.registrationId),
      some.map(payerIn),
      some.map(({ runner }) => JSON.stringify(runner)),
      some.map(({ hold }) => hold.waiverHash || null),
      some.map(({ submittedAt }) => submittedAt),
      some.map(({ hold }) => hold.sessionHash),
    ];
  }

  write(registrationId: string, outcome: Outcome, number?: number) {
    const submission = this.#open.get(registrationId);
    if (!submission) throw new Error(`registration ${registrationId} was decided twice in one batch`);
    this.written.push({ submission, outcome });
    this.#open.delete(registrationId);
    this.decisions.push({ registrationId, outcome, ...(number !== undefined && { number }) });
  }

  answerAsBefore(registrationId: string, outcome: Outcome, number?: number | null) {
    this.#open.delete(registrationId);
    this.decisions.push({ registrationId, outcome, ...(number != null && { number }), isRepeat: true });
  }

  writtenAs(outcome: Outcome): readonly Submission[] {
    return this.written.filter((one) => one.outcome === outcome).map(({ submission }) => submission);
  }

  /** Everything that is still open must be delivered again later. */
  defer() {
    this.deferred.push(...this.#open.keys());
    this.#open.clear();
  }
}
