import type { Tokens } from './ports';

/** Who wants to see or change a registration, and by what right. */
export interface Question {
  readonly registrationId: string;
  /** A hold or a link from a mail. */
  readonly token: string;
  readonly sessionHash: string | undefined;
}

export type Key = 'hold' | 'link';

/** What opens the registration to whoever asks: its hold, in the session it was made for, or the link from its mail. */
export const keyOf = async (
  tokens: Pick<Tokens, 'readHold' | 'readLink'>,
  { registrationId, token, sessionHash }: Question,
): Promise<Key | undefined> => {
  const hold = await tokens.readHold(token);
  if (hold?.registrationId === registrationId && hold.sessionHash === sessionHash) return 'hold';
  return (await tokens.readLink(token)) === registrationId ? 'link' : undefined;
};
