import { type Hold, seatsOf } from '../../domain/hold';
import type { Tokens } from '../ports';

/** A request to see or change a registration. */
export interface AccessRequest {
  readonly registrationId: string;
  /** A hold, or the token of the link in a mail. */
  readonly token: string;
  readonly sessionHash: string | undefined;
}

/**
 * What the caller has proven. `link`: they read the mail of this registration. `hold`: they hold, or held, a spot under
 * its id in this session. The id is the client's choice, so a hold alone opens nothing: the row must belong to this
 * session too.
 */
export type Access =
  | { readonly by: 'link'; readonly version: number }
  | { readonly by: 'hold'; readonly sessionHash: string; readonly raceId: string };

/** A hold is for the registration that pays and for all its companions. */
export const isFor = (hold: Hold, registrationId: string): boolean =>
  seatsOf(hold).some((seat) => seat.registrationId === registrationId);

/** Reads what the token proves; undefined when it proves nothing about this registration in this session. */
export const accessBy = async (
  tokens: Pick<Tokens, 'readHold' | 'readLink'>,
  { registrationId, token, sessionHash }: AccessRequest,
): Promise<Access | undefined> => {
  const hold = await tokens.readHold(token);
  if (hold && hold.sessionHash === sessionHash && isFor(hold, registrationId))
    return { by: 'hold', sessionHash: hold.sessionHash, raceId: hold.raceId };
  const link = await tokens.readLink(token);
  return link?.registrationId === registrationId ? { by: 'link', version: link.version } : undefined;
};

/** What decides who may open a registration. */
interface Owner {
  /** The session that made the registration. When undefined, only its link opens it. */
  readonly sessionHash?: string | undefined;
  /** How often the address was corrected. Older links went to an address that is not the runner's. */
  readonly linkVersion?: number | undefined;
}

export const opens = (access: Access, { sessionHash, linkVersion = 0 }: Owner): boolean =>
  access.by === 'link' ? access.version >= linkVersion : access.sessionHash === sessionHash;

/** Says by the database whose a registration is. False while there is no such registration. */
export interface Owners {
  isOfSession(registrationId: string, sessionHash: string): Promise<boolean>;
  /** False when the address was corrected after this link was mailed. */
  isOfLink(registrationId: string, version: number): Promise<boolean>;
}

/** Whether the caller may change the registration. */
export const isOwner = async (
  tokens: Pick<Tokens, 'readHold' | 'readLink'>,
  owners: Owners,
  request: AccessRequest,
): Promise<boolean> => {
  const access = await accessBy(tokens, request);
  if (!access) return false;
  return access.by === 'hold'
    ? owners.isOfSession(request.registrationId, access.sessionHash)
    : owners.isOfLink(request.registrationId, access.version);
};
