import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Config } from '../config';
import type { Network } from './network';
import type { ServiceFunction } from './service-function';
import type { WorkQueue } from './work-queue';

/** SES: the domain mail comes from, and the news of what became of each mail. */
export class Mail extends Construct {
  readonly #network: Network;
  readonly #sender: string;
  readonly #set: ConfigurationSet;

  constructor(scope: Construct, id: string, config: Config, network: Network, events: WorkQueue) {
    super(scope, id);
    this.#network = network;
    // `.invalid` never exists: without a domain nothing is sent by mistake from somebody else's.
    this.#sender = `no-reply@${config.mailDomain ?? 'mail-domain-not-configured.invalid'}`;
    this.#set = new ConfigurationSet(this, 'Set', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      // The account's own list: who bounced or complained once is never written to again, by any function.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.#set.addEventDestination('News', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [
        EmailSendingEvent.SEND,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
        EmailSendingEvent.RENDERING_FAILURE,
      ],
    });
    new Rule(this, 'NewsOfOurs', {
      eventPattern: {
        source: ['aws.ses'],
        account: [Aws.ACCOUNT_ID],
        detail: { mail: { tags: { 'ses:configuration-set': [this.#set.configurationSetName] } } },
      },
      targets: [new SqsQueue(events.queue, { deadLetterQueue: events.deadLetters })],
    });
    if (config.mailDomain)
      new EmailIdentity(this, 'Identity', {
        identity: Identity.domain(config.mailDomain),
        configurationSet: this.#set,
        mailFromDomain: `bounce.${config.mailDomain}`,
      });
  }

  /** Lets `client` send from our address, and read how much it may send: network, permission and address in one motion. */
  grantSend(client: ServiceFunction): void {
    this.#network.letReach(client, 'mail');
    // Any identity: in SES's sandbox the recipient's is asked for as well. The sender's address is what binds.
    this.#allowSending(client, this.#arn('identity', '*'));
    if (client.role)
      Validations.of(client.role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]',
        reason:
          'In the sandbox SES checks the identity of the recipient as well; the condition on the sender is the limit.',
      });
    client.addToRolePolicy(new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }));
    client.tell('MAIL_SENDER', this.#sender);
  }

  /** Lets `client` have its mails reported under our configuration set. */
  grantReport(client: ServiceFunction): void {
    this.#allowSending(client, this.#arn('configuration-set', this.#set.configurationSetName));
    client.tell('MAIL_CONFIGURATION_SET', this.#set.configurationSetName);
  }

  #allowSending(client: ServiceFunction, resource: string): void {
    client.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: [resource],
        conditions: { StringEquals: { 'ses:FromAddress': this.#sender } },
      }),
    );
  }

  #arn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
  }
}
