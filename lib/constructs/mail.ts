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
import type { Network } from './data/network';
import type { Dns } from './dns';
import { arnInFinding } from './findings';
import type { ServiceFunction } from './service-function';
import type { WorkQueue } from './work-queue';

/** SES: the domain that mail comes from, and the events of each mail. */
export class Mail extends Construct {
  readonly #network: Network;
  readonly #sender: string;
  readonly #set: ConfigurationSet;

  constructor(scope: Construct, id: string, config: Config, network: Network, events: WorkQueue, dns: Dns) {
    super(scope, id);
    this.#network = network;
    // `.invalid` never exists (RFC 2606): without a domain, no mail is sent by mistake from a domain of others.
    this.#sender = `no-reply@${config.mail?.domain ?? 'mail-domain-not-configured.invalid'}`;
    this.#set = new ConfigurationSet(this, 'Set', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      // The account's suppression list: an address that bounced or complained never gets another mail.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.#set.addEventDestination('News', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      // Not that SES has accepted a mail: its answer says so. Of a sender that dies before the answer, a later event tells.
      events: [
        EmailSendingEvent.DELIVERY_DELAY,
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
    if (config.mail && config.mail.identity !== 'existing') this.#identity(config.mail.domain, dns);
  }

  /**
   * The domain in SES, with the [records](https://docs.aws.amazon.com/ses/latest/dg/mail-from.html) that receivers ask for.
   * Gmail and Yahoo want DMARC of everybody who sends them 5,000 mails a day.
   */
  #identity(domain: string, dns: Dns): void {
    const mailFromDomain = `bounce.${domain}`;
    const { dkimRecords } = new EmailIdentity(this, 'Identity', {
      identity: Identity.domain(domain),
      configurationSet: this.#set,
      mailFromDomain,
    });
    dkimRecords.forEach(({ name, value }, at) => {
      dns.add(`Dkim${at + 1}`, domain, { name, type: 'CNAME', value });
    });
    const feedback = `10 feedback-smtp.${Aws.REGION}.amazonses.com`;
    dns.add('MailFromMx', domain, { name: mailFromDomain, type: 'MX', value: feedback });
    dns.add('MailFromSpf', domain, { name: mailFromDomain, type: 'TXT', value: 'v=spf1 include:amazonses.com ~all' });
    dns.add('Dmarc', domain, { name: `_dmarc.${domain}`, type: 'TXT', value: 'v=DMARC1; p=none' });
  }

  /**
   * Lets `client` send from our address and read its sending quota: grants network access and permission, and sets the
   * address.
   */
  grantSend(client: ServiceFunction): void {
    this.#network.letReach(client, 'mail');
    // Any identity: SES's sandbox also checks the recipient's identity. The condition on the sender's address is the
    // limit.
    this.#allowSending(client, this.#arn('identity', '*'));
    if (client.role)
      Validations.of(client.role).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${arnInFinding(client, 'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*')}]`,
        reason:
          'In the sandbox SES checks the identity of the recipient as well; the condition on the sender is the limit.',
      });
    client.addToRolePolicy(new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }));
    client.tell('MAIL_SENDER', this.#sender);
  }

  /** Lets `client` send with our configuration set, which reports the mails' events. */
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
