import type { Answer } from './answer';

/** A value that Service Quotas has for this account; undefined when it knows none, not even AWS's default. */
export type QuotaValue = Answer<number | undefined>;

export interface Zone {
  readonly name: string;
  /** The same in every account, unlike the name: use1-az1. */
  readonly id: string;
}

export interface Certificate {
  readonly status: string;
  readonly names: readonly string[];
  /** Why ACM could not issue it. */
  readonly failure?: string;
}

export interface Identity {
  readonly isVerified: boolean;
  readonly dkim: string;
  readonly mailFromDomain?: string;
  readonly mailFrom?: string;
}

export interface Maintenance {
  readonly resource: string;
  readonly what: string;
  /** When AWS begins by itself, if it does. */
  readonly at?: Date;
}

export interface StackState {
  readonly name: string;
  readonly status: string;
}

/** Everything that was asked. A question that this deployment does not raise has no fact. */
export interface Facts {
  readonly account: string;
  readonly region: string;
  /** Environments of the whole account, and those that no function has reserved. */
  readonly lambda: Answer<{ readonly limit: number; readonly unreserved: number }>;
  readonly apiRate: QuotaValue;
  readonly apiBurst: QuotaValue;
  readonly fargateSpot?: QuotaValue;
  readonly sending: Answer<{
    readonly isProduction: boolean;
    readonly isEnabled: boolean;
    readonly standing: string;
    readonly perSecond: number;
    /** Undefined: unlimited. */
    readonly perDay?: number;
  }>;
  /** The mail domain's identity, undefined when the account has none. */
  readonly identity?: Answer<Identity | undefined>;
  /** The stack that made the identity, undefined when none did. */
  readonly identityOwner?: Answer<string | undefined>;
  /** In the order of `Fn::GetAZs`. */
  readonly zones: Answer<readonly Zone[]>;
  /** The names of the zones that an endpoint service is in, by its short name. */
  readonly endpointZones: Answer<Readonly<Record<string, readonly string[]>>>;
  readonly databaseZones: Answer<readonly string[]>;
  /** The version of the bootstrap stack, undefined when there is none. */
  readonly bootstrap: Answer<number | undefined>;
  /** Of the region of the site's certificate. */
  readonly edgeBootstrap?: Answer<number | undefined>;
  readonly webAcl?: Answer<{ readonly name: string } | undefined>;
  /** Service-linked roles that do not exist yet, by the services they are for. */
  readonly missingRoles: Answer<readonly string[]>;
  /** By the domain they are for. */
  readonly certificates: Readonly<Record<string, Answer<Certificate | undefined>>>;
  readonly maintenance: Answer<readonly Maintenance[]>;
  /** Those of our stacks that exist. */
  readonly stacks: Answer<readonly StackState[]>;
  readonly hostedZone?: Answer<
    { readonly name: string; readonly isPrivate: boolean; readonly servers: readonly string[] } | undefined
  >;
  /** The name servers that the internet is told for the hosted zone's name. */
  readonly delegation?: Answer<readonly string[]>;
}
