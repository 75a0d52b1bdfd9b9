import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { reader } from '../../api/read';
import { count, log } from '../../platform/observability';
import { recordWorker } from '../../platform/queue/worker';
import type { Tidied } from '../erase/tidy-race';
import { publicationMessage } from '../messages';
import type { RaceTidying, ResultVersions } from '../ports';
import { foundBy } from '../search-words';
import type { Published } from './publish-set';

const isDelivery = (event: unknown): event is SQSEvent =>
  typeof event === 'object' && event !== null && 'Records' in event;

/**
 * Publishes the sets that the queue names. It also runs every minute, and publishes what a crash left unfinished: SQS would deliver
 * the message again only after ten minutes. It then tidies races in which a name was taken out, and every race once a day, forgets old
 * batches, and lets readers search what an older release published.
 */
export const publicationWorker = (
  publish: (setId: string) => Promise<Published>,
  versions: Pick<ResultVersions, 'left' | 'unsearched' | 'letSearch'>,
  tidy: (raceId: string) => Promise<Tidied>,
  tidying: Pick<RaceTidying, 'due' | 'forgetBatches'>,
) => {
  const tidyAll = async () => {
    for (const raceId of await tidying.due()) {
      const tidied = await tidy(raceId);
      if (tidied.kind === 'tidied') log.info('The files of results were tidied.', { raceId, removed: tidied.removed });
    }
  };
  const searchAll = async (failed: (error: unknown) => void) => {
    for (const setId of await versions.unsearched()) await versions.letSearch(setId, foundBy).catch(failed);
  };
  const publishOne = async (setId: string) => {
    const published = await publish(setId);
    if (published.kind === 'unknown')
      throw new Error(`There is no result set ${setId}: the message names a set that was never made, or is gone.`);
    // No version was due. A director may have taken a name out.
    if (published.kind === 'pointed') await tidyAll();
    if (published.kind !== 'published') return;
    log.info('Results were published.', { setId, number: published.number, files: published.files });
    count('ResultsPublished');
  };
  const deliver = recordWorker(reader(publicationMessage), ({ setId }) => publishOne(setId));

  return async (event: unknown): Promise<SQSBatchResponse | undefined> => {
    if (isDelivery(event)) return deliver(event);
    const failures: unknown[] = [];
    const failed = (error: unknown) => {
      failures.push(error);
    };
    for (const setId of await versions.left()) await publishOne(setId).catch(failed);
    await tidyAll().catch(failed);
    await tidying.forgetBatches().catch(failed);
    await searchAll(failed).catch(failed);
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} result sets were not published, tidied or made to be searched.`,
      );
    return undefined;
  };
};
