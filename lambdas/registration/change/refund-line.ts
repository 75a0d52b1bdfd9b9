import type { Outcomes } from '../ports';
import type { FeeRefund, FeeRefunded, FeeRefunds, LineRefund, LineRefunded, LineRefunds } from './ports';

interface Needs<Refunds> {
  readonly changes: Refunds;
  readonly outcomes: Pick<Outcomes, 'changed'>;
}

/** Gives money of one line back: what was not handed out, or a donation that somebody regrets. The runner keeps the spot. */
export type RefundLine = (command: LineRefund) => Promise<LineRefunded>;

export const refundLine =
  ({ changes, outcomes }: Needs<LineRefunds>): RefundLine =>
  async (command) => {
    const answer = await changes.refundLine(command);
    if (answer.kind === 'refunded' && !command.isDryRun) await outcomes.changed(command.registrationId);
    return answer;
  };

/** Gives back what somebody paid to take a spot over. They keep the spot. */
export type RefundTransferFee = (command: FeeRefund) => Promise<FeeRefunded>;

export const refundTransferFee =
  ({ changes, outcomes }: Needs<FeeRefunds>): RefundTransferFee =>
  async (command) => {
    const answer = await changes.refundTransferFee(command);
    if (answer.kind === 'refunded' && !command.isDryRun) await outcomes.changed(command.registrationId);
    return answer;
  };
