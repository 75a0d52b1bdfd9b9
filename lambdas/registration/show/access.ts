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
  | { readonly by: 'link' }
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
  return (await tokens.readLink(token)) === registrationId ? { by: 'link' } : undefined;
};

/** `owner`: the session the registration was made in. When undefined, only its link opens it. */
export const opens = (access: Access, owner: string | undefined): boolean =>
  access.by === 'link' || access.sessionHash === owner;
