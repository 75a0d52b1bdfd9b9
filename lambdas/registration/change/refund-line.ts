import type { Outcomes } from '../ports';
import type { LineRefund, LineRefunded, LineRefunds } from './ports';

interface Needs {
  readonly changes: LineRefunds;
  readonly outcomes: Pick<Outcomes, 'changed'>;
}

/** Gives money of one line back: what was not handed out, or a donation that somebody regrets. The runner keeps the spot. */
export type RefundLine = (command: LineRefund) => Promise<LineRefunded>;

export const refundLine =
  ({ changes, outcomes }: Needs): RefundLine =>
  async (command) => {
    const answer = await changes.refundLine(command);
    if (answer.kind === 'refunded' && !command.isDryRun) await outcomes.changed(command.registrationId);
    return answer;
  };
