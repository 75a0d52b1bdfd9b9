/** What a machine may do for a race. `times`: post times and build start lists. `feed`: post to the feed of race day. */
export const keyScopes = ['times', 'feed'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** `id`: a UUID, which is no proof. `secret`: 32 random bytes in base64url. */
export interface ApiKey {
  readonly id: string;
  readonly secret: string;
}

/** As it is shown, once: `slk_<id>_<secret>`. The prefix lets scanners of source code find one that was committed. */
export const writeKey = ({ id, secret }: ApiKey): string => `slk_${id.replaceAll('-', '')}_${secret}`;

const pattern = /^slk_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;

/** Undefined: nobody was given such a key. */
export const readKey = (text: string): ApiKey | undefined => {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const parts = found.slice(1);
  return { id: parts.slice(0, 5).join('-'), secret: parts[5] ?? '' };
};
