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
  /** How many registrations there were when the job began, and how many are left. */
  readonly total: number;
  readonly left: number;
  readonly madeAt: string;
  readonly endedAt: string | null;
  /** The registrations that could not be cancelled at the last try: 100 at most. */
  readonly failures: readonly { readonly registrationId: string; readonly reason: JobFailure }[];
}

/**
 * `settling`: the card is being charged at this moment. `disputed`: the processor gives nothing back of a payment that the bank
 * disputes. `error`: something broke, and the log says what. All are tried again within a minute.
 */
export type JobFailure = 'settling' | 'disputed' | 'error';

/** What cancelling a race would do, or did. Money is in the currency's smallest unit. */
export interface CancellationPlan {
  readonly raceName: string;
  readonly currency: string;
  readonly registered: number;
  /** The most that goes back. What banks took back before is not subtracted. */
  readonly refund: number;
  /** Spots that people hold, as far as memcached knows. */
  readonly held: number;
  readonly waiting: number;
  /** Spots that are offered to the waiting list. */
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
  /** How the race was cancelled; `undefined` when it was not. */
  cancelled(raceId: string): Promise<CancelledRace | undefined>;
  /** Cancels the race and orders its job, in one transaction. Repeating it changes nothing. Returns how the race is cancelled. */
  begin(race: CancelledRace): Promise<CancelledRace>;
  /**
   * Takes away every spot of the race that has no registration, event by event. A registration that is written at the same time gets
   * its spot, or finds none. Nobody waits on the waiting list after that. Repeating it changes nothing.
   */
  closeEvents(raceId: string): Promise<void>;
  list(raceId: string): Promise<readonly ShownJob[]>;
  /** False when there is no such job, or it is done. */
  stop(raceId: string, jobId: string): Promise<boolean>;
  resume(raceId: string, jobId: string): Promise<boolean>;
}

/** Jobs as a worker takes them. A lease says which worker has a job. */
export interface JobQueue {
  /** Takes a job that no worker has. */
  take(lease: string): Promise<Job | undefined>;
  /** Renews the lease. False when a director stopped the job, or another worker has it: then nothing more may be done. */
  goesOn(job: Job, lease: string): Promise<boolean>;
  /** Registrations that are left, in the order of their ids, after this one. */
  left(job: Job, after: string | undefined): Promise<readonly string[]>;
  /** Refunds of the race that the processor has not carried out yet. */
  unsettled(job: Job): Promise<number>;
  /** Notes what became of one registration. Without a reason, it is cancelled. */
  note(job: Job, registrationId: string, reason?: JobFailure): Promise<void>;
  /** Ends the job. False: a registration is left, or another worker has the job. */
  end(job: Job, lease: string): Promise<boolean>;
  /** Gives the job back. It may be taken again after so many seconds. */
  letGo(job: Job, lease: string, seconds: number): Promise<void>;
}
