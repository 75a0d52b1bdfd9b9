import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { reader } from '../../api/read';
import { log } from '../../platform/observability';
import { recordWorker } from '../../platform/queue/worker';
import { type LineErrand, type LineWork, lineErrand } from './messages';

interface Needs {
  readonly askBeacon: (round: number, at: number) => Promise<string | undefined>;
  readonly report: (work: LineWork) => Promise<void>;
}

/** Does for a line what only a function outside of the VPC can do. */
export const errandWorker = ({ askBeacon, report }: Needs): ((event: SQSEvent) => Promise<SQSBatchResponse>) =>
  recordWorker(reader(lineErrand), async (errand: LineErrand) => {
    const { lineId, round, at } = errand;
    const signature = (await askBeacon(round, Date.parse(at))) ?? null;
    if (signature === null) log.error('No relay of the beacon answered for a minute.', undefined, { lineId, round });
    await report({ kind: 'beacon', lineId, round, signature });
  });
