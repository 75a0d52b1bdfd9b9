import type { Claim, PoolKind } from '../domain/claim';
import type { Limited, WantedLimited } from '../domain/limited';
import { type Claimed, claimsOf, type QuotedLine, type Share, type SignedQuote } from '../domain/money/quote';
import type { ClaimRequest, Priced, PricedLine } from './ports';

/** The pool that a limited line takes a unit of. Nothing else is limited: the price of an entry says so. */
const poolKindOf = ({ kind }: PricedLine): PoolKind => (kind === 'code' || kind === 'team' ? kind : 'item');

/** A price with a place in the team for each person. A team that is founded has its places when it is written. */
export const withTeam = (price: Priced, team?: { readonly id: string; readonly pool: string } | 'new'): Priced => {
  if (!team) return price;
  const place: PricedLine =
    team === 'new'
      ? { kind: 'team', list: 0, amount: 0 }
      : // It is small, and everybody who joins has the captain's code: a place is claimed from the ledger at once.
        { kind: 'team', ref: team.id, list: 0, amount: 0, isLimited: true, pool: team.pool, isDirect: true };
  return { ...price, people: price.people.map((person) => ({ ...person, lines: [...person.lines, place] })) };
};

/** How many units of each limited thing a price is for. */
export const wantedIn = ({ people }: Priced): readonly WantedLimited[] => {
  const wanted = new Map<string, WantedLimited>();
  for (const line of people.flatMap(({ lines }) => lines)) {
    if (!line.isLimited) continue;
    const { ref = '', pool, isDirect } = line;
    const kind = poolKindOf(line);
    const key = `${kind}:${ref}`;
    wanted.set(key, { kind, ref, pool, isDirect, quantity: (wanted.get(key)?.quantity ?? 0) + 1 });
  }
  return [...wanted.values()];
};

/** The claims of the last quote of the same hold. */
export const claimsBefore = (
  before: SignedQuote | undefined,
  holdHash: string,
): Pick<ClaimRequest, 'previous' | 'previousUses'> =>
  before?.holdHash === holdHash
    ? { previous: claimsOf(before), previousUses: claimsOf(before, 'code') }
    : { previous: [], previousUses: [] };

/** The lines as they are signed, each limited one with its claim. Each claim is given to one line. */
export const signedLines = (
  { people, fee }: Priced,
  claims: readonly (Limited & { readonly claim: Claim })[],
): Claimed & { readonly people: readonly Share[] } => {
  const left = [...claims];
  const blocks: (readonly [pool: string, block: string])[] = [];
  const placeOf = ({ pool, block }: Claim): number => {
    const known = blocks.findIndex((one) => one[0] === pool && one[1] === block);
    return known >= 0 ? known : blocks.push([pool, block]) - 1;
  };
  const lineOf = (line: PricedLine): QuotedLine => {
    const { kind, ref = '', list, amount, isLimited } = line;
    if (!isLimited) return [kind, ref, list, amount];
    const at = left.findIndex((one) => one.kind === poolKindOf(line) && one.ref === ref);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (!found) throw new Error(`${kind} ${ref} was claimed, and has too few claims`);
    return [kind, ref, list, amount, [placeOf(found.claim), found.claim.number]];
  };
  const signed = people.map(({ registrationId, share, lines }) => ({
    registrationId,
    share,
    lines: lines.map(lineOf),
  }));
  return { people: signed, ...(blocks.length > 0 && { blocks, ...(fee && { fee }) }) };
};
