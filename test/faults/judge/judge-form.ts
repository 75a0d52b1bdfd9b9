import { isDeepStrictEqual } from 'node:util';
import type { QuoteGiven } from '../../../lambdas/api/messages/quotes';
import type { Evidence, Row } from './evidence';
import type { FormEvidence, Line, SignedEntry } from './form-evidence';
import { believedMs, soldAt } from './judge';

/** Counts about a form that must be zero after any fault. Q1 to Q10 are the design's invariants. */
export interface FormFigures {
  /** Q1: units beyond their stock, and units without a row. */
  readonly unitsOver: number;
  /** L-Q: units that are neither sellable nor given when every hold has ended. */
  readonly unitsStuck: number;
  /** Q2, Q3: payments and shares that are not the sum of their lines, or more than the quote. */
  readonly wrongSums: number;
  /** Q4, Q5: lines that were paid for and not given, and uses beyond their limit, though no fault explains it. */
  readonly shortInVain: number;
  /** Q6: intents beyond one for each registration. */
  readonly intentsTwice: number;
  /** Q7: registrations that say something else than what was quoted. */
  readonly otherEntries: number;
  /** Q9: teams with more people than places, legs that two people run, and runners of a relay who run none. */
  readonly teamsOver: number;
  /** Q10: registrations without a signature, minors without a guardian's, and signatures of no text. */
  readonly unsigned: number;
  /** Answers that nothing of a variant is left, at a moment when not every unit was given. */
  readonly goneTooEarly: number;
  /** What the watch finds broken, without uses beyond a limit; and if it does not see those. */
  readonly findings: number;
  /** Lines that were paid for and not given, and uses beyond their limit: what a lying cache does. */
  readonly short: number;
  readonly over: number;
  /** What the crowd did: all lines, runners who were told that something is gone, and those who had a second quote. */
  readonly lines: number;
  readonly toldGone: number;
  readonly quotedAgain: number;
  readonly suspects: readonly string[];
}

const adultAge = 18;

/** Compares what was quoted, signed and bought with the database and the processor. `mayBeShort`: the fault explains it. */
export const judgeForm = (
  { clients, rows, payments }: Pick<Evidence, 'clients' | 'rows' | 'payments'>,
  { entries, isRelay, lines, pools, texts, findings }: FormEvidence,
  mayBeShort: boolean,
): FormFigures => {
  // Uses beyond a limit are counted below. Where there are some, the watch must say so.
  const isUses = (finding: string) => finding.startsWith('UsesOver ');
  const isSilent = lines.some(({ state }) => state === 'over') && !findings.some(isUses);
  const found = [...findings.filter((one) => !isUses(one)), ...(isSilent ? ['the watch does not see uses over'] : [])];
  const suspects: string[] = [...found];
  const counted = (why: string, ids: readonly string[]): number => {
    suspects.push(...ids.map((id) => `${why}: ${id}`));
    return ids.length;
  };
  const linesOf = grouped(lines, ({ registrationId }) => registrationId);
  const membersOf = grouped(
    rows.filter(({ outcome }) => outcome === 'confirmed'),
    ({ lead }) => lead,
  );
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const quotesOf = new Map(
    clients.map(({ registrationId, answers: { paid, quotes } }) => [registrationId, paid ? [paid] : quotes]),
  );
  const isLive = new Set(rows.filter(({ live }) => live).map(({ id }) => id));
  const live = entries.filter(({ id }) => isLive.has(id));
  const [short, over] = (['short', 'over'] as const).map((state) => lines.filter((line) => line.state === state));

  const isWithoutLeg = ({ id, team, leg }: SignedEntry) =>
    isRelay &&
    (team === null || leg === null) &&
    // A place that could not be given is short, and counted there.
    !(linesOf.get(id) ?? []).some(({ kind, state }) => kind === 'team' && state === 'short');

  const wrongSum = ([first, ...others]: readonly Row[]): boolean => {
    const members = first ? [first, ...others] : [];
    const charged = sumOf(members.flatMap(({ id }) => linesOf.get(id) ?? []));
    const totals = (quotesOf.get(first?.lead ?? '') ?? []).map(({ total }) => total);
    return (
      charged !== (first?.amount ?? 0) ||
      !totals.some((total) => charged <= total) ||
      members.some(({ id, share }) => share !== null && share !== sumOf(linesOf.get(id) ?? []))
    );
  };
  const isOther = (members: readonly Row[]): boolean =>
    !(quotesOf.get(members[0]?.lead ?? '') ?? []).some((quote) =>
      members.every(({ id }) => isQuoted(quote, id, entryOf.get(id), linesOf.get(id) ?? [])),
    );

  return {
    unitsOver: pools.reduce(
      (sum, { stock, units, given }) => sum + Math.max(0, given - stock) + Math.abs(units - stock),
      0,
    ),
    unitsStuck: counted(
      'units stuck',
      pools.filter(({ units, sellable, given }) => units !== sellable + given).map(({ ref }) => ref),
    ),
    wrongSums: counted('wrong sum', leadsOf([...membersOf.values()].filter(wrongSum))),
    shortInVain: mayBeShort ? 0 : counted('short', [...(short ?? []), ...(over ?? [])].map(idOf)),
    intentsTwice: counted(
      'two intents',
      [...grouped(payments, idOf)].flatMap(([id, intents]) => (intents.length > 1 ? [id] : [])),
    ),
    otherEntries: counted('not what was quoted', leadsOf([...membersOf.values()].filter(isOther))),
    teamsOver: counted('team', [
      ...pools.filter(({ kind, live, stock }) => kind === 'team' && live > stock).map(({ ref }) => ref),
      ...[...grouped(live, ({ team, leg }) => (team !== null && leg !== null ? `${team} leg ${leg}` : ''))].flatMap(
        ([leg, runners]) => (leg !== '' && runners.length > 1 ? [leg] : []),
      ),
      ...live.filter(isWithoutLeg).map(({ id }) => `${id} runs no leg`),
    ]),
    unsigned: counted(
      'unsigned',
      live.filter((entry) => !isSigned(entry, texts)).map(({ id }) => id),
    ),
    goneTooEarly: counted('told gone too early', goneTooEarly(clients, rows, lines, pools)),
    findings: found.length,
    short: (short ?? []).length,
    over: (over ?? []).length,
    lines: lines.length,
    toldGone: clients.filter(({ answers: { gone } }) => gone.length > 0).length,
    quotedAgain: clients.filter(({ answers: { quotes } }) => quotes.length > 1).length,
    suspects,
  };
};

const idOf = ({ registrationId }: { readonly registrationId: string }) => registrationId;

const leadsOf = (groups: readonly (readonly Row[])[]) => groups.flatMap(([row]) => (row ? [row.lead] : []));

const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

const grouped = <T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
};

/** Whether somebody's entry and lines are those of a quote. A team that is founded has no id before. */
const isQuoted = (quote: QuoteGiven, id: string, entry: SignedEntry | undefined, lines: readonly Line[]): boolean => {
  const person = quote.entry.people.find(({ registrationId }) => registrationId === id);
  const nameOf = ({ kind, ref = '' }: { readonly kind: string; readonly ref?: string | undefined }) =>
    kind === 'team' || kind === 'entry' ? kind : `${kind} ${ref}`;
  const said = (one: object | undefined) => {
    const { firstName, lastName, email, birthDate, answers = {} } = (one ?? {}) as Partial<SignedEntry['runner']>;
    return { firstName, lastName, email, birthDate, answers };
  };
  return (
    entry !== undefined &&
    isDeepStrictEqual(said(entry.runner), said(person)) &&
    isDeepStrictEqual(lines.map(nameOf), quote.lines.filter(({ registrationId }) => registrationId === id).map(nameOf))
  );
};

/** By arithmetic on the texts of calendar days. Somebody born on 29 February has their birthday on 1 March. */
const isSigned = ({ runner: { birthDate }, signedOn, signatures }: SignedEntry, texts: readonly string[]): boolean => {
  const comesOfAge = `${Number(birthDate.slice(0, 4)) + adultAge}${birthDate.slice(4)}`;
  const by = comesOfAge > signedOn ? 'guardian' : 'self';
  return (signatures ?? []).length > 0 && (signatures ?? []).every((one) => one.by === by && texts.includes(one.hash));
};

const goneTooEarly = (
  clients: Evidence['clients'],
  rows: readonly Row[],
  lines: readonly Line[],
  pools: FormEvidence['pools'],
): readonly string[] => {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const items = pools.filter(({ kind }) => kind === 'item');
  const givenBy = new Map(
    items.map(({ ref, stock }) => {
      const taken = lines.filter((line) => line.ref === ref && (line.state === 'given' || line.state === 'returned'));
      return [ref, { stock, given: soldAt(taken.flatMap(({ registrationId }) => rowOf.get(registrationId) ?? [])) }];
    }),
  );
  return clients.flatMap(({ registrationId, answers: { gone } }) =>
    gone.some(({ variants, askedAt, answeredAt }) =>
      variants.some((variant) => {
        const pool = givenBy.get(variant);
        return pool && pool.given(answeredAt, askedAt - believedMs) < pool.stock;
      }),
    )
      ? [registrationId]
      : [],
  );
};
