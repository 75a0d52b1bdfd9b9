import type { WebhookType } from './event';
import type { Result } from './retry';

export type EndpointState = 'active' | 'paused' | 'disabled';

export interface EndpointWish {
  readonly raceId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly withPerson: boolean;
}

export interface Endpoint extends Omit<EndpointWish, 'raceId'> {
  readonly state: EndpointState;
  readonly failingSince: string | null;
  /** Until when the secret before this one signs as well. */
  readonly oldKeyUntil: string | null;
  readonly due: number;
  readonly failed: number;
  readonly madeAt: string;
}

export interface LoggedMessage {
  readonly messageId: string;
  readonly type: string;
  readonly state: 'due' | 'sent' | 'failed';
  readonly madeAt: string;
  readonly nextAt: string | null;
  readonly body: unknown;
  readonly attempts: readonly (Result & {
    readonly at: string;
    readonly ms: number;
    readonly answer?: string | null;
  })[];
}

export type Saved =
  /** `version`: of the secret. */
  | { readonly kind: 'saved'; readonly isNew: boolean; readonly version: number }
  /** `of-another-race`: or it is gone. */
  | { readonly kind: 'no-such-race' | 'of-another-race' }
  | { readonly kind: 'too-many'; readonly most: number };

/** Messages that an owner ordered to be posted. `too-many`: the race has ordered so often within 24 hours. */
export type Posting =
  | { readonly kind: 'ordered'; readonly messages: number }
  | { readonly kind: 'no-such-webhook' }
  | { readonly kind: 'too-many'; readonly most: number };

/** The endpoints of races, as their owners see them. */
export interface Endpoints {
  /** Makes it, or changes what is there. */
  save(wish: EndpointWish, isDryRun: boolean): Promise<Saved>;
  list(raceId: string): Promise<readonly Endpoint[]>;
  /** False: the race has no such endpoint. `gone`: it is not listed any more. */
  setState(
    raceId: string,
    endpointId: string,
    state: 'active' | 'paused' | 'gone',
    isDryRun: boolean,
  ): Promise<boolean>;
  /** The version of the new secret. The old one signs for another day. Undefined: the race has no such endpoint. */
  rotate(raceId: string, endpointId: string, isDryRun: boolean): Promise<number | undefined>;
  /** Orders a message that tells nothing. */
  test(raceId: string, endpointId: string, isDryRun: boolean): Promise<Posting>;
  /** The newest fifty. */
  log(raceId: string, endpointId: string): Promise<readonly LoggedMessage[]>;
  /** Posts a message again, or all that failed. */
  replay(raceId: string, endpointId: string, messageId: string | undefined, isDryRun: boolean): Promise<Posting>;
}

/** The secrets with which messages are signed: `whsec_…`. */
export interface WebhookSecrets {
  secretOf(endpointId: string, version: number): Promise<string>;
  /** The value of the header `webhook-signature`. */
  sign(
    delivery: Pick<WebhookDelivery, 'messageId' | 'endpointId' | 'versions' | 'body'>,
    timestamp: number,
  ): Promise<string>;
}

/** A message on the queue `webhooks`. */
export interface WebhookDelivery {
  readonly messageId: string;
  readonly endpointId: string;
  readonly url: string;
  /** Of the secrets that sign. */
  readonly versions: readonly number[];
  /** As it is posted, byte for byte. */
  readonly body: string;
}

/** A message on the queue `webhook-results`. `at`: ISO 8601. */
export interface WebhookResult extends Result {
  readonly attemptId: string;
  readonly messageId: string;
  readonly at: string;
  readonly ms: number;
  readonly answer?: string | undefined;
}

/** The log of messages, as workers see it. */
export interface WebhookLog {
  /** Races with an endpoint that wants messages. */
  races(): Promise<readonly string[]>;
  /** Writes messages about what happened to the race as a whole. */
  tellOfRace(raceId: string): Promise<void>;
  /** Takes messages that are due. A message whose result does not come is taken again after some minutes. */
  takeDue(most: number): Promise<readonly WebhookDelivery[]>;
  /** Notes what became of messages, all or none. The same result again changes nothing. */
  note(results: readonly WebhookResult[]): Promise<void>;
  /** Takes the person out of messages that are 30 days old, and what was answered to them. */
  forget(): Promise<void>;
}
