import { reader } from '../api/read';
import { batchWorker } from '../platform/queue/worker';
import { webhookDelivery, webhookResult } from './messages';
import type { WebhookDelivery, WebhookLog, WebhookResult } from './ports';

interface PostNeeds {
  readonly post: (delivery: WebhookDelivery) => Promise<WebhookResult>;
  readonly report: (results: readonly WebhookResult[]) => Promise<void>;
}

/** Reads the queue `webhooks`. A message whose result could not be reported is delivered again, and posted again with its id. */
export const webhookWorker = ({ post, report }: PostNeeds) =>
  batchWorker(reader(webhookDelivery), async (messages) => {
    await report(await Promise.all(messages.map(({ body }) => post(body))));
    return [];
  });

/** Reads the queue `webhook-results`. */
export const webhookResultWorker = (log: Pick<WebhookLog, 'note'>) =>
  batchWorker(reader(webhookResult), async (messages) => {
    await log.note(messages.map(({ body }) => body));
    return [];
  });
