import type { Endpoint, Endpoints, LoggedMessage, WebhookSecrets } from '../webhooks/ports';

/** What the commands about webhooks run. */
export interface WebhookNeeds {
  readonly endpoints: Endpoints;
  readonly webhookSecrets: Pick<WebhookSecrets, 'secretOf'>;
  /** Why nothing may be posted to this address. Undefined: it may. */
  readonly whyNotPost: (url: string) => string | undefined;
}

interface About {
  readonly raceId: string;
  readonly endpointId: string;
  readonly dryRun: boolean;
}

/** The answers to commands about webhooks. `secret`: told once. In a dry run there is none. */
export type WebhookAnswer =
  | { readonly savedWebhook: About & { readonly url: string; readonly isNew: boolean; readonly secret?: string } }
  | { readonly webhooks: readonly Endpoint[] }
  | { readonly changedWebhook: About & { readonly state: string } }
  | { readonly rotatedWebhookSecret: About & { readonly secret?: string } }
  | { readonly testedWebhook: About }
  /** Newest first, 50 at most. */
  | { readonly webhookMessages: readonly LoggedMessage[] }
  | { readonly replayedWebhooks: About & { readonly messages: number } };
