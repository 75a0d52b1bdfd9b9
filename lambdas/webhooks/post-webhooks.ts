import type { WebhookDelivery, WebhookResult, WebhookSecrets } from './ports';

interface Answer {
  readonly status: number;
  readonly answer: string;
  readonly retryAfter?: number | undefined;
}

interface Needs {
  readonly secrets: Pick<WebhookSecrets, 'sign'>;
  readonly post: (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Answer>;
  readonly newId: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const maxErrorCharacters = 300;

/** Posts a message to its endpoint, by Standard Webhooks. Whatever happens is a result: https://www.standardwebhooks.com */
export const postWebhook =
  ({ secrets, post, newId, now }: Needs) =>
  async (delivery: WebhookDelivery): Promise<WebhookResult> => {
    const { messageId, url, body } = delivery;
    const begunAt = now();
    // Each attempt has its own: a receiver refuses what is old.
    const timestamp = Math.floor(begunAt / 1000);
    const signature = await secrets.sign(delivery, timestamp);
    const result = { attemptId: newId(), messageId, at: new Date(begunAt).toISOString() };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Startline-Webhooks/1',
      'webhook-id': messageId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    try {
      const answered = await post(url, headers, body);
      return { ...result, ms: now() - begunAt, ...answered };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { ...result, ms: now() - begunAt, error: why.slice(0, maxErrorCharacters) };
    }
  };
