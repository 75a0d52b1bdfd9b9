/** How long after each failure a message is posted again, in seconds. After the last one it has failed. */
export const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** An endpoint that has answered nothing but failures for so long is disabled. */
export const maxFailingDays = 5;
const mostSeconds = 86_400;

/** What an endpoint answered, or why it did not. `retryAfter`: seconds, as it asked for. */
export interface Result {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly retryAfter?: number | undefined;
}

export type Verdict =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly seconds: number }
  | { readonly kind: 'failed' }
  /** 410: it wants nothing more. */
  | { readonly kind: 'gone' };

/** `attempts`: how often it was posted, with this time. `chance`: from 0 to 1, so that many do not come back at once. */
export const verdictOf = ({ status, retryAfter }: Result, attempts: number, chance: number): Verdict => {
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 410) return { kind: 'gone' };
  const planned = retrySeconds[attempts - 1];
  if (planned === undefined) return { kind: 'failed' };
  const spread = planned * (0.9 + 0.2 * chance);
  return { kind: 'again', seconds: Math.round(Math.max(spread, Math.min(retryAfter ?? 0, mostSeconds))) };
};
