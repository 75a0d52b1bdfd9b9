import type { WebhookType } from '../../webhooks/event';
import * as examples from '../examples/webhook-examples';
import { raceWebhook, registrationWebhook, testWebhook } from '../messages/webhooks';
import type { Body } from './operation';

/** A message that is posted to an endpoint of an organiser. */
export interface Webhook {
  readonly summary: string;
  readonly body: Body;
}

const ofRegistration = (type: WebhookType, summary: string): Webhook => ({
  summary,
  body: {
    name: 'RegistrationWebhook',
    schema: registrationWebhook,
    examples: { message: examples.ofRegistration(type) },
  },
});

const ofRace = (type: WebhookType, summary: string): Webhook => ({
  summary,
  body: { name: 'RaceWebhook', schema: raceWebhook, examples: { message: examples.ofRace(type) } },
});

const summaries: Readonly<Record<WebhookType, string>> = {
  'registration.confirmed': 'Somebody is registered',
  'registration.cancelled': 'A registration was given up or taken back',
  'registration.transferred': 'A registration ended because its spot was passed on',
  'registration.corrected': 'A name or an address was corrected',
  'registration.moved': 'A runner was moved to another event',
  'registration.name_withheld':
    'A runner who is registered wants no name in results. Take their name out of what you show. This message names nobody',
  'payment.captured': 'A payment was taken',
  'payment.refunded': 'Money was given back',
  'payment.failed': 'A payment failed',
  'payment.refund_failed': 'Money could not be given back',
  'race.published': 'A race was published',
  'race.paused': 'A sale was paused',
  'race.resumed': 'A sale goes on',
  'race.closed': 'A sale was closed',
  'race.cancelled': 'A race was cancelled',
};

/** What is posted to endpoints, by type. */
export const webhooks: Readonly<Record<string, Webhook>> = {
  ...Object.fromEntries(
    Object.entries(summaries).map(([name, summary]) => {
      const type = name as WebhookType;
      return [type, type.startsWith('race.') ? ofRace(type, summary) : ofRegistration(type, summary)];
    }),
  ),
  'endpoint.test': {
    summary: 'A director tested the endpoint',
    body: { name: 'TestWebhook', schema: testWebhook, examples: { message: examples.test } },
  },
};
