import { type Hold, seatsOf } from '../spots/hold';
import type { Tokens } from './ports';

/** Who wants to see or change a registration, and by what right. */
export interface Question {
  readonly registrationId: string;
  /** A hold or a link from a mail. */
  readonly token: string;
  readonly sessionHash: string | undefined;
}

export type Key = 'hold' | 'link';

/** A hold is for whoever pays, and for everybody who registers with him. */
export const isFor = (hold: Hold, registrationId: string): boolean =>
  seatsOf(hold).some((seat) => seat.registrationId === registrationId);

/** What opens the registration to whoever asks: its hold, in the session it was made for, or the link from its mail. */
export const keyOf = async (
  tokens: Pick<Tokens, 'readHold' | 'readLink'>,
  { registrationId, token, sessionHash }: Question,
): Promise<Key | undefined> => {
  const hold = await tokens.readHold(token);
  if (hold && hold.sessionHash === sessionHash && isFor(hold, registrationId)) return 'hold';
  return (await tokens.readLink(token)) === registrationId ? 'link' : undefined;
};
