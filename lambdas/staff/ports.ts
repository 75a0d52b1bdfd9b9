import type { GivenRole, StaffRole } from '../domain/staff';
import type { Signed } from './rights';

/** A session that begins. Only the hash of its secret is kept. */
export interface NewSession {
  readonly secretHash: string;
  /** What the browser says of itself. */
  readonly browser: string;
}

export type ChallengeKind = 'enrol' | 'sign-in' | 'confirm';

/** What an authenticator is asked to sign. It counts once, and for five minutes. */
export interface Challenge {
  readonly challenge: string;
  readonly kind: ChallengeKind;
  /** Undefined: the passkey shows who signs in. */
  readonly staffId: string | undefined;
}

export interface Passkey {
  readonly credentialId: string;
  readonly staffId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A passkey that an authenticator has made. */
export interface MadePasskey extends Omit<Passkey, 'staffId'> {
  readonly challenge: string;
  readonly isBackedUp: boolean;
}

/** A passkey that was used: its signature is right. */
export interface UsedPasskey {
  readonly challenge: string;
  readonly credentialId: string;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  readonly isLocked: boolean;
}

export interface ShownSession {
  readonly browser: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly isThis: boolean;
}

/** What links, passkeys and sessions are kept in. Its clock is the database's. */
export interface SignIns {
  /** Makes a link if the address is known and has fewer than three open ones. Returns ids of the outbox. */
  askLink(email: string): Promise<readonly string[]>;
  /** `used`: also when it is over, or its owner is locked. */
  useLink(linkId: string, session: NewSession): Promise<'signed-in' | 'used'>;
  keep(challenge: Challenge): Promise<void>;
  findPasskey(credentialId: string): Promise<Passkey | undefined>;
  /** `refused`: the challenge is not open, the passkey is locked, or its counter went back, which locks it. */
  signIn(used: UsedPasskey, session: NewSession): Promise<'signed-in' | 'refused'>;
  confirm(used: UsedPasskey, staffId: string, secretHash: string): Promise<'confirmed' | 'refused'>;
  /** `not-now`: it needs the use of another passkey, or an invitation. */
  enrol(
    made: MadePasskey,
    name: string,
    staffId: string,
    secretHash: string,
  ): Promise<'enrolled' | 'refused' | 'not-now'>;
  deletePasskey(credentialId: string, staffId: string): Promise<'deleted' | 'last' | 'not-found'>;
  passkeys(staffId: string): Promise<readonly ShownPasskey[]>;
}

/** Who is signed in. */
export interface StaffSessions {
  find(secretHash: string): Promise<Signed | undefined>;
  sessions(staffId: string, secretHash: string): Promise<readonly ShownSession[]>;
  end(secretHash: string): Promise<void>;
  endAll(staffId: string): Promise<void>;
}

/** Checks what authenticators answer. `undefined`: it is not as it must be. */
export interface Ceremonies {
  made(response: unknown): Promise<MadePasskey | undefined>;
  used(response: unknown, passkey: Passkey): Promise<UsedPasskey | undefined>;
}

export interface LinkTokens {
  signStaffLink(linkId: string): Promise<string>;
  /** The id of the link that the token was signed for; `undefined` when it is not ours. */
  readStaffLink(token: string): Promise<string | undefined>;
}

export interface Invitation {
  /** The id of somebody who is new. */
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  /** Undefined: for all races. */
  readonly raceId: string | undefined;
  /** Undefined: somebody who may call the function of commands. */
  readonly by: string | undefined;
}

export type Invited =
  /** `outbox`: ids of the outbox; none when they need no link, because they have a passkey. */
  | { readonly kind: 'invited'; readonly staffId: string; readonly outbox: readonly string[] }
  /** `too-many`: the person who invites, or whom they invite, has had all of a day. */
  | { readonly kind: 'locked' | 'last-owner' | 'no-such-race' | 'too-many' };

export interface StaffMember {
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly state: 'invited' | 'active' | 'locked' | 'gone';
  readonly passkeys: number;
  readonly roles: readonly GivenRole[];
}

export type StaffChange = 'changed' | 'not-found' | 'last-owner';

/**
 * Keys that somebody made and webhooks that they made or changed. They keep working when the person leaves. Somebody who was an owner
 * may know a key, or read what a webhook posts.
 */
export interface Integrations {
  readonly keys: readonly { readonly raceId: string; readonly keyId: string; readonly label: string }[];
  /** Without their addresses: somebody who has one can often post there. */
  readonly webhooks: readonly { readonly raceId: string; readonly endpointId: string; readonly host: string }[];
}

/** Who works on which race. Every change leaves an audit row. */
export interface StaffRegister {
  invite(invitation: Invitation): Promise<Invited>;
  /** People with a role in this race or in all races. `raceId` undefined: everybody. */
  list(raceId: string | undefined): Promise<readonly StaffMember[]>;
  setRole(staffId: string, given: GivenRole, by: string): Promise<StaffChange | 'no-such-race'>;
  /**
   * `endsIntegrations`: keys that they made are withdrawn and webhooks are paused, of this race or, with `raceId` undefined, of all. Where
   * they keep another role, nothing ends.
   */
  removeRole(staffId: string, raceId: string | undefined, by: string, endsIntegrations?: boolean): Promise<StaffChange>;
  /** A person who is locked or gone is signed out at once. `gone` also ends the roles. Nothing of somebody who is `active` ends. */
  setState(
    staffId: string,
    state: 'active' | 'locked' | 'gone',
    by: string,
    endsIntegrations?: boolean,
  ): Promise<StaffChange>;
  /**
   * `raceId` undefined: of all races. `lost`: without those of races in which they have a role besides that for `raceId`, or for all
   * races.
   */
  integrationsOf(staffId: string, raceId: string | undefined, races: 'every' | 'lost'): Promise<Integrations>;
  /** Deletes the passkeys, ends the sessions, and mails an invitation. Returns ids of the outbox. */
  reset(email: string, by: string | undefined): Promise<readonly string[] | 'not-found'>;
  resetById(staffId: string, by: string): Promise<readonly string[] | 'not-found'>;
  /** Makes a link without a mail. Returns its id. */
  linkFor(email: string): Promise<string | undefined>;
}

/** Counts requests by address and network. It may lose its counts. */
export interface SignInLimit {
  /** The number of requests from this address or network within the hour, with this one. */
  countOneMore(caller: string): Promise<number>;
}

export interface AuditEntry {
  readonly id: number;
  readonly at: Date;
  readonly action: string;
  /** The name of a staff member, or who ordered it by the command line, as they said. Undefined: they said nothing. */
  readonly by: string | undefined;
  readonly raceId: string | undefined;
  /** What was ordered and what came of it have the same. */
  readonly commandId: string | undefined;
  /** The name of the event that it is about. */
  readonly event: string | undefined;
  readonly registrationId: string | undefined;
  /** The item and the variant that it is about, as the race's form calls them in its own language. */
  readonly item: string | undefined;
  /** The name of the staff member to whom it was done. */
  readonly staff: string | undefined;
  readonly detail: unknown;
}

export interface AuditLog {
  /**
   * What staff and operators did, in this race or, with `raceId` undefined, everywhere. The newest first: at most a hundred, before the
   * entry with this id.
   */
  list(raceId: string | undefined, before: number | undefined): Promise<readonly AuditEntry[]>;
}

/** An order as its Idempotency-Key tells it from others. */
export interface Ordered {
  readonly id: string;
  readonly staffId: string;
  readonly raceId: string;
  readonly name: string;
  readonly bodyHash: string;
  /** Its answer has a secret, which is in one response and is never stored. */
  readonly isSecret: boolean;
  /** So many with this name does one person order in an hour, in all races. Undefined: there is no limit. */
  readonly mostPerHour?: number | undefined;
}

export type Begun =
  /** The order is new, or was cut off: carry it out. Nobody else gets this answer for half a minute. */
  | { readonly kind: 'run' }
  /** Another request has begun it and may still carry it out. */
  | { readonly kind: 'running' }
  | { readonly kind: 'answered'; readonly answer: unknown }
  /** It was carried out, and its answer is kept nowhere. */
  | { readonly kind: 'done' }
  /** Another order has this id. */
  | { readonly kind: 'reused' }
  | { readonly kind: 'too-many' };

/** `seconds`: for how long it has been carried out. */
export interface UnderWay {
  readonly by: string;
  readonly seconds: number;
}

/** Which orders were given, and what was answered. */
export interface CommandLog {
  begin(order: Ordered): Promise<Begun>;
  /** Notes the end with its audit row. `answer` undefined: it is not kept. Unless it was a secret, the order would run again. */
  end(order: Ordered, isDone: boolean, answer: unknown): Promise<void>;
  /** The order that began first of those with these names that are carried out in the race now. `except`: its id is not meant. */
  underWay(raceId: string, names: readonly string[], except: string | undefined): Promise<UnderWay | undefined>;
  /** The order failed, and may begin again at once. */
  letGo(order: Ordered): Promise<void>;
}

/** How often staff ask. */
export interface StaffPace {
  /**
   * Counts a request of a session, by the hash of its secret. False: it asks too often, or its address or network guesses cookies and it
   * is not known to be a session.
   */
  mayAsk(secretHash: string, address: string, isCostly: boolean): Promise<boolean>;
  /** Counts a page of a long list in a session, by the hash of its secret. False: it has read too many. */
  mayReadLong(secretHash: string): Promise<boolean>;
  /** A cookie that nobody was given came from this address. */
  noteUnknown(address: string): Promise<void>;
  /** There is, or was, such a session. */
  noteKnown(secretHash: string): Promise<void>;
}
