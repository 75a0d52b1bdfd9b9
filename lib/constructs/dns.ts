import { CfnOutput, Stack } from 'aws-cdk-lib';
import { AaaaRecord, ARecord, CfnRecordSet, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { isBelow } from '../environment';

/** What a domain leads to, in Route 53's words: another name, and the id of that name's hosted zone. */
interface AliasTarget {
  readonly dnsName: string;
  readonly hostedZoneId: string;
}

interface DnsRecord {
  readonly name: string;
  readonly type: 'CNAME' | 'MX' | 'TXT';
  readonly value: string;
}

/**
 * The DNS records of our domains. Those at or below the name of the environment's hosted zone are made in it. For the
 * others an output `Record…` says what to add: name, type, value.
 */
export class Dns extends Construct {
  readonly #zone?: { readonly name: string; readonly zone: IHostedZone };

  constructor(scope: Construct, id: string, { hostedZone }: Config) {
    super(scope, id);
    if (!hostedZone) return;
    const { id: hostedZoneId, name: zoneName } = hostedZone;
    this.#zone = {
      name: zoneName,
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName }),
    };
  }

  /** The hosted zone of a domain, if it is the environment's. */
  zoneOf(domain: string): IHostedZone | undefined {
    return this.#zone && isBelow(domain, this.#zone.name) ? this.#zone.zone : undefined;
  }

  /**
   * Leads a domain to CloudFront or to the API, over IPv4 and IPv6.
   *
   * @param purpose the end of the output's name.
   */
  lead(purpose: string, domain: string, target: AliasTarget): void {
    const zone = this.zoneOf(domain);
    if (!zone) {
      this.#print(purpose, `${domain} CNAME ${target.dnsName}`);
      this.#print(`${purpose}AliasZone`, target.hostedZoneId, 'Hosted zone of the target, for an alias instead of it');
      return;
    }
    const record = { zone, recordName: domain, target: RecordTarget.fromAlias({ bind: () => target }) };
    new ARecord(this, `${purpose}A`, record);
    new AaaaRecord(this, `${purpose}AAAA`, record);
  }

  /** @param domain decides about the hosted zone: the record's own name may be known at deployment only. */
  add(purpose: string, domain: string, { name, type, value }: DnsRecord): void {
    const zone = this.zoneOf(domain);
    if (!zone) {
      this.#print(purpose, `${name} ${type} ${value}`);
      return;
    }
    new CfnRecordSet(this, purpose, {
      hostedZoneId: zone.hostedZoneId,
      name,
      type,
      resourceRecords: [type === 'TXT' ? JSON.stringify(value) : value],
      ttl: '1800',
    });
  }

  #print(purpose: string, value: string, description = 'To be added to DNS: name, type, value'): void {
    new CfnOutput(Stack.of(this), `Record${purpose}`, { value, description });
  }
}
