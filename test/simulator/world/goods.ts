import type { Claim } from '../../../lambdas/domain/claim';
import { claimOf, type MoneyLineKind } from '../../../lambdas/domain/money/quote';
import { type KeptSignature, signaturesOf } from '../../../lambdas/domain/person/signatures';
import { membersOf, type Quoted, type Submission } from '../../../lambdas/domain/registration';
import { doesUnit, type UnitRules } from '../../model/units/rules';

/** What a registration consists of, in memory: units of pools, their blocks, and the money lines. It is never changed. */
export interface Goods {
  readonly units: readonly GoodsUnit[];
  readonly blocks: readonly GoodsBlock[];
  readonly lines: readonly GoodsLine[];
  /** What was signed for each person who is in. */
  readonly consents: readonly Consent[];
}

export interface Consent {
  readonly registrationId: string;
  readonly birthDate: string;
  readonly signatures: readonly KeptSignature[];
}

export interface GoodsUnit {
  readonly pool: string;
  readonly number: number;
  /** Null means sellable, and nothing else does. */
  readonly block: string | null;
}

export interface GoodsBlock {
  readonly id: string;
  readonly pool: string;
  /** The registration that claimed all of it. */
  readonly owner: string | null;
  readonly numbers: readonly number[];
  readonly dealUntil: number;
  readonly closesAt: number;
  readonly holdSeconds: number;
  readonly isClosed: boolean;
}

export interface GoodsLine {
  readonly registrationId: string;
  readonly position: number;
  readonly kind: MoneyLineKind;
  /** Of what is limited. */
  readonly pool: string | null;
  readonly unit: number | null;
  readonly block: string | null;
  /** As quoted, and what of it is charged. In cents. */
  readonly quoted: number;
  readonly amount: number;
  readonly state: 'given' | 'short' | 'over' | 'returned' | 'moved';
}

export const emptyGoods = (stock: Readonly<Record<string, number>> = {}): Goods => ({
  units: Object.entries(stock).flatMap(([pool, count]) =>
    Array.from({ length: count }, (_, n) => ({ pool, number: n + 1, block: null })),
  ),
  blocks: [],
  lines: [],
  consents: [],
});

export const lineOn = ({ lines }: Goods, { pool, number }: Pick<GoodsUnit, 'pool' | 'number'>) =>
  lines.find((line) => line.state === 'given' && line.pool === pool && line.unit === number);

export const moveUnits = (
  goods: Goods,
  picked: readonly Pick<GoodsUnit, 'pool' | 'number'>[],
  block: string | null,
): Goods => ({
  ...goods,
  units: goods.units.map((unit) =>
    picked.some(({ pool, number }) => unit.pool === pool && unit.number === number) ? { ...unit, block } : unit,
  ),
});

/** What the people of a submission signed, as the writer keeps it. */
export const consentsIn = (submission: Submission): readonly Consent[] => {
  const members = membersOf(submission);
  const runners = members.map(({ runner }) => runner);
  return members.map(({ registrationId, runner: { birthDate } }, n) => ({
    registrationId,
    birthDate,
    signatures: signaturesOf(runners, n),
  }));
};

/** A quote that was paid, of somebody who is confirmed now. */
export interface Bought {
  /** Whose quote it was: its claims are for the companions as well. */
  readonly lead: string;
  readonly quoted: Quoted;
  readonly consents: readonly Consent[];
}

/**
 * The lines of registrations that are confirmed in this transaction, in the order of the writer's statements: first all that
 * is still claimed, then any unit that is sellable, and what is left is short, or over if it is a use of a code.
 */
export const giveLines = (before: Goods, bought: readonly Bought[], newId: () => string, rules: UnitRules): Goods => {
  interface Wanted {
    readonly lead: string;
    readonly line: GoodsLine;
    readonly claim: Claim | undefined;
  }
  const wanted = bought.flatMap(({ lead, quoted }) =>
    quoted.people.flatMap(({ registrationId, lines }) =>
      lines.map((line, position): Wanted => {
        const [kind, , , amount] = line;
        const claim = claimOf(quoted, line);
        const none = { unit: null, block: null, quoted: amount, amount, state: 'given' } as const;
        return { lead, claim, line: { registrationId, position, kind, pool: claim?.pool ?? null, ...none } };
      }),
    ),
  );
  let goods: Goods = { ...before, consents: [...before.consents, ...bought.flatMap(({ consents }) => consents)] };
  const give = (line: GoodsLine, unit: number | null, block: string | null) => {
    goods = { ...goods, lines: [...goods.lines, { ...line, unit, block }] };
  };
  const missing: Wanted[] = [];
  for (const one of wanted) {
    const { lead, line, claim } = one;
    if (!claim) {
      give(line, null, null);
      continue;
    }
    const unit = goods.units.find(({ pool, number }) => pool === claim.pool && number === claim.number);
    const block = goods.blocks.find(({ id }) => id === claim.block);
    const isTheirs =
      unit?.block &&
      rules.isStillClaimed(unit, block && { ...block, dealt: 0 }, claim, lead) &&
      (!doesUnit(rules, 'a unit has one line') || !lineOn(goods, unit));
    if (unit && isTheirs) give(line, unit.number, unit.block);
    else missing.push(one);
  }
  for (const { line } of missing) {
    const unit = doesUnit(rules, 'the writer looks for another unit')
      ? goods.units.find((one) => one.pool === line.pool && rules.mayBeLate(one) && !lineOn(goods, one))
      : undefined;
    if (unit) {
      const block = newId();
      goods = moveUnits(goods, [unit], block);
      give(line, unit.number, block);
    } else if (line.kind === 'code') goods = { ...goods, lines: [...goods.lines, { ...line, state: 'over' }] };
    else goods = { ...goods, lines: [...goods.lines, { ...line, amount: 0, state: 'short' }] };
  }
  return goods;
};

/** How much less is charged than was quoted, for each of those who paid. */
export const shortOf = (goods: Goods, bought: readonly Bought[]): ReadonlyMap<string, number> =>
  new Map(
    bought.flatMap(({ lead, quoted }) => {
      const ids = quoted.people.map(({ registrationId }) => registrationId);
      const short = goods.lines
        .filter(({ registrationId }) => ids.includes(registrationId))
        .reduce((sum, line) => sum + line.quoted - line.amount, 0);
      return short > 0 ? [[lead, short] as const] : [];
    }),
  );

/** Registrations that have ended let go of their units. */
export const returnUnits = (goods: Goods, ended: readonly string[], rules: UnitRules): Goods => {
  const back = goods.lines.filter(
    ({ registrationId, state, unit }) => state === 'given' && unit !== null && ended.includes(registrationId),
  );
  if (back.length === 0) return goods;
  const after: Goods = {
    ...goods,
    lines: goods.lines.map((line) =>
      back.includes(line) ? { ...line, unit: null, block: null, state: 'returned' } : line,
    ),
  };
  if (!doesUnit(rules, 'a cancelled line lets go of its unit')) return after;
  return moveUnits(
    after,
    back.map(({ pool, unit }) => ({ pool: pool ?? '', number: unit ?? 0 })),
    null,
  );
};

/** What was bought goes with a spot that is passed on; a use of a code stays with who used it. */
export const passOn = (goods: Goods, from: string, to: string): Goods => ({
  ...goods,
  lines: goods.lines.flatMap((line): readonly GoodsLine[] => {
    if (line.registrationId !== from || line.kind !== 'item' || line.state !== 'given') return [line];
    const { unit, block } = line;
    return [
      { ...line, unit: null, block: null, state: 'moved' },
      { ...line, registrationId: to, quoted: 0, amount: 0, unit, block },
    ];
  }),
});
