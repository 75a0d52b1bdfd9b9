import { createHmac, hkdfSync } from 'node:crypto';
import type { Secret } from '../platform/secret';
import type { WebhookDelivery, WebhookSecrets } from './ports';

/**
 * Secrets of endpoints, derived from the signing keys. So no table has them, and a stolen backup signs nothing. The key that `kid`
 * names makes the secret that is shown. Every key signs, so a secret stays good while its key is among them.
 */
export class SignedWebhooks implements WebhookSecrets {
  readonly #keys: Secret;

  constructor(keys: Secret) {
    this.#keys = keys;
  }

  async secretOf(endpointId: string, version: number): Promise<string> {
    const known = await this.#keys();
    const key = known[known.kid ?? ''];
    if (!key) throw new Error('The signing keys name no key.');
    return `whsec_${derived(key, endpointId, version).toString('base64')}`;
  }

  /** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#signature-scheme */
  async sign(
    { messageId, endpointId, versions, body }: Pick<WebhookDelivery, 'messageId' | 'endpointId' | 'versions' | 'body'>,
    timestamp: number,
  ): Promise<string> {
    const { kid: _, ...keys } = await this.#keys();
    const secrets = versions.flatMap((version) => Object.values(keys).map((key) => derived(key, endpointId, version)));
    return secrets
      .map((secret) => createHmac('sha256', secret).update(`${messageId}.${timestamp}.${body}`).digest('base64'))
      .map((signature) => `v1,${signature}`)
      .join(' ');
  }
}

const derived = (key: string, endpointId: string, version: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `webhook:${endpointId}:${version}`, 32));
