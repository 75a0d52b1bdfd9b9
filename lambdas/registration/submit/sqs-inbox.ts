import type { PaidMove } from '../../domain/move';
import { type Submission, sweepDelaySeconds } from '../../domain/registration';
import type { PaidTransfer } from '../../domain/transfer';
import type { Sweeps } from '../../payment/ports';
import type { Queue } from '../../platform/queue/queue';
import type { AskedJoin, JoinInbox } from '../../spots/waiting-list/waiting-list';
import type { RegistrationMessage } from '../messages';
import type { Inbox, MoveInbox, Sweep } from '../ports';

export class SqsInbox implements Inbox, JoinInbox, MoveInbox {
  readonly #queue: Queue;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  putSweep(sweep: Sweep) {
    const body: RegistrationMessage = { kind: 'sweep', ...sweep };
    return this.#queue.send({ body, group: sweep.raceId, delaySeconds: sweepDelaySeconds });
  }

  putJoin(join: AskedJoin) {
    const body: RegistrationMessage = { kind: 'join', ...join };
    return this.#queue.send({ body, group: join.raceId });
  }

  putTransfer(transfer: PaidTransfer) {
    return this.#queue.send({ body: { kind: 'transfer', transfer }, group: transfer.quote.raceId });
  }

  putMove(move: PaidMove) {
    return this.#queue.send({ body: { kind: 'move', move }, group: move.quote.raceId });
  }

  put(submission: Submission) {
    return this.#queue.send({ body: { kind: 'submission', submission }, group: submission.hold.raceId });
  }
}

/** Sends sweeps without a delay: the payments they check are old already. */
export const sqsSweeps = (queue: Queue): Sweeps => ({
  send: (payments) =>
    queue.sendAll(
      payments.map(({ registrationId, raceId, eventId, amount, currency, purpose }) => {
        const sweep = { registrationId, raceId, eventId, amount, currency, ...(purpose && { purpose }) };
        const body: RegistrationMessage = { kind: 'sweep', ...sweep };
        return { body, group: raceId };
      }),
    ),
});
