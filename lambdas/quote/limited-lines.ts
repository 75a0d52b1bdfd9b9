import type { Claim } from '../domain/claim';
import { type Claimed, claimsOf, type QuotedLine, type Share, type SignedQuote } from '../domain/quote';
import type { ClaimRequest, Priced, PricedLine } from './ports';

/** How many units of each limited variant a price is for. */
export const wantedIn = ({ people }: Priced): ClaimRequest['wanted'] => {
  const quantities = new Map<string, number>();
  for (const { isLimited, ref = '' } of people.flatMap(({ lines }) => lines))
    if (isLimited) quantities.set(ref, (quantities.get(ref) ?? 0) + 1);
  return [...quantities].map(([variant, quantity]) => ({ variant, quantity }));
};

/** The claims of the last quote of the same hold. */
export const claimsBefore = (before: SignedQuote | undefined, holdHash: string): readonly Claim[] =>
  before?.holdHash === holdHash ? claimsOf(before) : [];

/** The lines as they are signed, each limited one with its claim. Each claim is given to one line. */
export const signedLines = (
  { people, fee }: Priced,
  claims: readonly { readonly variant: string; readonly claim: Claim }[],
): Claimed & { readonly people: readonly Share[] } => {
  const left = [...claims];
  const blocks: (readonly [pool: string, block: string])[] = [];
  const placeOf = ({ pool, block }: Claim): number => {
    const known = blocks.findIndex((one) => one[0] === pool && one[1] === block);
    return known >= 0 ? known : blocks.push([pool, block]) - 1;
  };
  const lineOf = ({ kind, ref = '', list, amount, isLimited }: PricedLine): QuotedLine => {
    if (!isLimited) return [kind, ref, list, amount];
    const at = left.findIndex(({ variant }) => variant === ref);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (!found) throw new Error(`variant ${ref} was claimed, and has too few claims`);
    return [kind, ref, list, amount, [placeOf(found.claim), found.claim.number]];
  };
  const signed = people.map(({ registrationId, share, lines }) => ({
    registrationId,
    share,
    lines: lines.map(lineOf),
  }));
  return { people: signed, ...(blocks.length > 0 && { blocks, ...(fee && { fee }) }) };
};
