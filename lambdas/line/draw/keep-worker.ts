import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { reader } from '../../api/read';
import { count, log } from '../../platform/observability';
import { batchWorker } from '../../platform/queue/worker';
import { type LineWork, lineWork } from './messages';
import type { Draws, Errands } from './ports';

interface Needs {
  readonly draws: Draws;
  readonly errands: Pick<Errands, 'askBeacon' | 'disarm'>;
  readonly publishProof: (lineId: string) => Promise<unknown>;
  readonly publishEnd: (lineId: string) => Promise<unknown>;
  /** Whether a round that was published at this instant, in milliseconds since the epoch, should have been heard of long ago. */
  readonly isOverdue: (at: number) => boolean;
}

/** Closes the list of a draw, draws, and publishes what everybody may check. */
export const keepWorker = ({
  draws,
  errands,
  publishProof,
  publishEnd,
  isOverdue,
}: Needs): ((event: SQSEvent) => Promise<SQSBatchResponse>) => {
  const work = async (message: LineWork): Promise<void> => {
    const { lineId } = message;
    switch (message.kind) {
      case 'close': {
        const closed = await draws.close(lineId);
        if (closed.kind === 'unknown') throw new Error(`There is no line ${lineId} whose list could be closed.`);
        if (closed.kind !== 'due') return;
        const { listed, round } = closed;
        // Nobody has heard what was asked for: neither the beacon, nor that it was silent.
        if (isOverdue(closed.at)) return work({ kind: 'beacon', lineId, round, signature: null });
        log.info('The list of a draw is fixed.', { lineId, listed, round });
        return errands.askBeacon(lineId, closed);
      }
      case 'beacon': {
        const drawn = await draws.draw(lineId, message.round, message.signature);
        if (drawn === 'early' || drawn === 'unknown')
          throw new Error(`Line ${lineId} cannot be drawn by round ${message.round}: it is ${drawn}.`);
        if (drawn === 'other')
          return log.warn('A round of the beacon is of another draw.', { lineId, round: message.round });
        if (drawn === 'drawn') {
          count('LinesDrawn');
          if (message.signature === null) count('BeaconMissed');
        }
        // Also when it was drawn before: the one who drew it may have ended there.
        await publishProof(lineId);
        return;
      }
      case 'over': {
        const line = await draws.findOver(lineId);
        if (!line) return;
        await publishEnd(lineId);
        // Else the edge knows the line that follows by the same key.
        if (!line.isFollowed) await errands.disarm({ lineId, raceId: line.raceId });
        return draws.finish(lineId);
      }
    }
  };

  return batchWorker(reader(lineWork), async (messages) => {
    const again: string[] = [];
    for (const { messageId, body } of messages) {
      await work(body).catch((error: unknown) => {
        log.error('Work on a line failed and will be done again.', error, { lineId: body.lineId, work: body.kind });
        again.push(messageId);
      });
    }
    return again;
  });
};
