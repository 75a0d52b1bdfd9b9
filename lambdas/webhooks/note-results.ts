import type { WebhookResult } from './ports';
import { verdictOf } from './retry';

/** A message, as the log has it. */
export interface LockedMessage {
  readonly messageId: string;
  readonly endpointId: string;
  readonly state: string;
  readonly attempts: number;
}

interface NotedMessage {
  readonly messageId: string;
  readonly state: 'sent' | 'due' | 'failed';
  readonly attempts: number;
  /** After which it is posted again. */
  readonly seconds: number;
}

/** What an endpoint answered to the messages of a batch. `isSent`: it took one of them. `isGone`: it wants no more. */
interface HeardEndpoint {
  readonly endpointId: string;
  readonly isSent: boolean;
  readonly isGone: boolean;
}

interface Noted {
  readonly messages: readonly NotedMessage[];
  readonly endpoints: readonly HeardEndpoint[];
}

const states = { sent: 'sent', again: 'due', failed: 'failed', gone: 'failed' } as const;

/**
 * What results change. `isNew`: ids of attempts that were not noted before. A message that was sent or has failed stays so. `chance`: from
 * 0 to 1, another one each time.
 */
export const noteResults = (
  locked: readonly LockedMessage[],
  results: readonly WebhookResult[],
  isNew: ReadonlySet<string>,
  chance: () => number,
): Noted => {
  const known = new Map(locked.map((message) => [message.messageId, message]));
  const messages = new Map<string, NotedMessage>();
  const endpoints = new Map<string, HeardEndpoint>();
  const counted = new Set<string>();
  for (const result of results) {
    const message = known.get(result.messageId);
    const state = messages.get(result.messageId)?.state ?? message?.state;
    if (!message || state !== 'due' || !isNew.has(result.attemptId) || counted.has(result.attemptId)) continue;
    counted.add(result.attemptId);
    const { messageId, endpointId } = message;
    const attempts = (messages.get(messageId)?.attempts ?? message.attempts) + 1;
    const verdict = verdictOf(result, attempts, chance());
    const seconds = verdict.kind === 'again' ? verdict.seconds : 0;
    messages.set(messageId, { messageId, state: states[verdict.kind], attempts, seconds });
    const heard = endpoints.get(endpointId);
    endpoints.set(endpointId, {
      endpointId,
      isSent: verdict.kind === 'sent' || (heard?.isSent ?? false),
      isGone: verdict.kind === 'gone' || (heard?.isGone ?? false),
    });
  }
  return { messages: [...messages.values()], endpoints: [...endpoints.values()] };
};
