import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { reader } from '../../api/read';
import { log } from '../../platform/observability';
import { recordWorker } from '../../platform/queue/worker';
import { type LineErrand, type LineWork, lineErrand } from './messages';
import type { EdgeLines } from './ports';

interface Needs {
  readonly askBeacon: (round: number, at: number) => Promise<string | undefined>;
  readonly report: (work: LineWork) => Promise<void>;
  readonly edge: EdgeLines;
  /** The key by which stamps of a line are signed, as text. */
  readonly stampKey: (lineId: string) => Promise<string>;
}

/** Does for a line what only a function outside of the VPC can do. */
export const errandWorker = ({
  askBeacon,
  report,
  edge,
  stampKey,
}: Needs): ((event: SQSEvent) => Promise<SQSBatchResponse>) => {
  const tellEdge = async (errand: Exclude<LineErrand, { kind: 'beacon' }>) => {
    const { lineId, raceId } = errand;
    if (errand.kind === 'disarm') return edge.remove(edgeKey(raceId));
    const entry = { id: lineId, key: await stampKey(lineId), gun: Date.parse(errand.gun) };
    return edge.put(edgeKey(raceId), JSON.stringify(entry));
  };
  return recordWorker(reader(lineErrand), async (errand: LineErrand) => {
    if (errand.kind !== 'beacon') return tellEdge(errand);
    const { lineId, round, at } = errand;
    const signature = (await askBeacon(round, Date.parse(at))) ?? null;
    if (signature === null) log.error('No relay of the beacon answered for a minute.', undefined, { lineId, round });
    await report({ kind: 'beacon', lineId, round, signature });
  });
};

/** As the function at the edge asks for it: lib/edge/arrival.js. */
const edgeKey = (raceId: string) => `line.${raceId}`;
