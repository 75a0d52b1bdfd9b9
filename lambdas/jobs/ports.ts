/** Work on a race that takes longer than one request. Today there is one kind: cancelling the race. */
export interface Job {
  readonly id: string;
  readonly raceId: string;
  readonly refundPercent: number;
}

export type JobState = 'waiting' | 'running' | 'stopping' | 'stopped' | 'done';

export interface ShownJob {
  readonly id: string;
  readonly kind: 'cancel-race';
  readonly state: JobState;
  readonly refundPercent: number;
  /** Registrations when it began, and those that are left. */
  readonly total: number;
  readonly left: number;
  readonly madeAt: string;
  readonly endedAt: string | null;
  /** Those that could not be cancelled at the last try: the first hundred. */
  readonly failures: readonly { readonly registrationId: string; readonly reason: JobFailure }[];
}

/**
 * `settling`: the card is being charged at this moment. `error`: something broke, and an alarm says so. All are tried again
 * in a minute.
 */
export type JobFailure = 'settling' | 'error';

/** What cancelling a race would do, or did. Money is in the currency's smallest unit. */
export interface CancellationPlan {
  readonly raceName: string;
  readonly currency: string;
  readonly registered: number;
  /** At most: what was given back before is not taken off. */
  readonly refund: number;
  readonly held: number;
  readonly waiting: number;
  readonly offered: number;
  readonly isCancelled: boolean;
}

export interface CancelledRace {
  readonly raceId: string;
  readonly refundPercent: number;
  /** What runners are told. */
  readonly message: string;
}

/** Where races are cancelled. */
export interface Cancellations {
  plan(raceId: string, refundPercent: number): Promise<CancellationPlan | undefined>;
  /** The race is cancelled and its job is ordered, in one transaction. Repeating it changes nothing. */
  begin(race: CancelledRace): Promise<void>;
  /**
   * Takes away every spot of the race that nobody is registered on, event by event. A registration that is being written
   * meanwhile has its spot, or finds none. Nothing is left on the waiting list. Repeating it changes nothing.
   */
  closeEvents(raceId: string): Promise<void>;
  list(raceId: string): Promise<readonly ShownJob[]>;
  /** False when there is no such job, or it is done. */
  stop(raceId: string, jobId: string): Promise<boolean>;
  resume(raceId: string, jobId: string): Promise<boolean>;
}

/** Jobs as a worker takes them: with a lease, because the same job may be taken twice at once. */
export interface JobQueue {
  /** A job that nobody works on. */
  take(lease: string): Promise<Job | undefined>;
  /** Keeps the lease. False when a director stopped the job, or somebody else has it: then nothing more is done. */
  goesOn(job: Job, lease: string): Promise<boolean>;
  /** Registrations that are left, in the order of their ids, after this one. */
  left(job: Job, after: string | undefined): Promise<readonly string[]>;
  /** Refunds of the race that the processor has not carried out yet. */
  unsettled(job: Job): Promise<number>;
  /** What became of one registration. Without a reason it is cancelled. */
  note(job: Job, registrationId: string, reason?: JobFailure): Promise<void>;
  /** Done if no registration is left; otherwise it is taken again in half a minute. */
  end(job: Job, lease: string): Promise<'done' | 'later'>;
  /** Somebody else may take it in so many seconds. */
  letGo(job: Job, lease: string, seconds: number): Promise<void>;
}
