import {
  changeWebhookMessage,
  replayWebhooksMessage,
  rotateWebhookSecretMessage,
  saveWebhookMessage,
  testWebhookMessage,
  webhookMessagesMessage,
  webhooksMessage,
} from '../../webhooks/messages';
import type { Posting } from '../../webhooks/ports';
import { type Command, type CommandAnswer, command, refused } from '../command';

/** Where a race's news are posted: a part of the table in `commands.ts`. */
export const webhookCommands = {
  saveWebhook: command(saveWebhookMessage, async ({ endpoints, webhookSecrets, whyNotPost }, message) => {
    const { dryRun, ...wish } = message.saveWebhook;
    const why = whyNotPost(wish.url);
    if (why) return refused('webhook-not-allowed', { why }, [{ field: 'saveWebhook.url', code: 'webhook-address' }]);
    const answer = await endpoints.save(wish, dryRun);
    switch (answer.kind) {
      case 'saved': {
        const { raceId, endpointId, url } = wish;
        const { isNew, version } = answer;
        const secret = isNew && !dryRun ? await webhookSecrets.secretOf(endpointId, version) : undefined;
        return { savedWebhook: { raceId, endpointId, url, isNew, ...(secret !== undefined && { secret }), dryRun } };
      }
      case 'too-many':
        return refused('too-many-webhooks', { most: answer.most }, []);
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'saveWebhook.raceId', code: 'not-a-race' }]);
      case 'of-another-race':
        return noSuch('saveWebhook', wish.raceId);
    }
  }),

  webhooks: command(webhooksMessage, async ({ endpoints }, { webhooks: { raceId } }) => ({
    webhooks: await endpoints.list(raceId),
  })),

  changeWebhook: command(changeWebhookMessage, async ({ endpoints }, { changeWebhook: which }) => {
    const { raceId, endpointId, state, dryRun } = which;
    if (await endpoints.setState(raceId, endpointId, state, dryRun)) return { changedWebhook: which };
    return noSuch('changeWebhook', raceId);
  }),

  rotateWebhookSecret: command(rotateWebhookSecretMessage, async ({ endpoints, webhookSecrets }, message) => {
    const { raceId, endpointId, dryRun } = message.rotateWebhookSecret;
    const version = await endpoints.rotate(raceId, endpointId, dryRun);
    if (version === undefined) return noSuch('rotateWebhookSecret', raceId);
    const secret = dryRun ? undefined : await webhookSecrets.secretOf(endpointId, version);
    return { rotatedWebhookSecret: { raceId, endpointId, ...(secret !== undefined && { secret }), dryRun } };
  }),

  testWebhook: command(testWebhookMessage, async ({ endpoints }, { testWebhook: which }) => {
    const answer = await endpoints.test(which.raceId, which.endpointId, which.dryRun);
    return answer.kind === 'ordered' ? { testedWebhook: which } : notPosted('testWebhook', which.raceId, answer);
  }),

  webhookMessages: command(webhookMessagesMessage, async ({ endpoints }, { webhookMessages: which }) => ({
    webhookMessages: await endpoints.log(which.raceId, which.endpointId),
  })),

  replayWebhooks: command(replayWebhooksMessage, async ({ endpoints }, message) => {
    const { raceId, endpointId, messageId, dryRun } = message.replayWebhooks;
    const answer = await endpoints.replay(raceId, endpointId, messageId, dryRun);
    if (answer.kind !== 'ordered') return notPosted('replayWebhooks', raceId, answer);
    return { replayedWebhooks: { raceId, endpointId, messages: answer.messages, dryRun } };
  }),
} satisfies Readonly<Record<string, Command>>;

const notPosted = (
  name: string,
  raceId: string,
  answer: Exclude<Posting, { readonly kind: 'ordered' }>,
): CommandAnswer =>
  answer.kind === 'too-many' ? refused('too-many-postings', { most: answer.most }, []) : noSuch(name, raceId);

const noSuch = (name: string, raceId: string): CommandAnswer =>
  refused('no-such-webhook', {}, [{ field: `${name}.endpointId`, code: 'not-of-this-race', other: raceId }]);
