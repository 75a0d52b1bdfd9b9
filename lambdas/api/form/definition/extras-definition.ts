import * as v from 'valibot';
import { eventId, zonedInstant } from '../../fields';
import { type Extras, maxPieces } from '../extras';

/** Fields that the definition of questions has, too. */
interface Fields<Id extends v.GenericSchema<string, string>, Label extends v.GenericSchema> {
  readonly id: Id;
  readonly text: (max: number) => Label;
}

const maxItems = 30;
const maxVariants = 40;
const maxCauses = 10;

/** What a registration can cost at most, and so a single thing of it. */
const money = v.pipe(v.number(), v.integer('whole-number'), v.minValue(0), v.maxValue(99_999_999));
const charged = v.pipe(money, v.minValue(1));

/** The schemas of items, causes and fee, as a director writes them. */
export const extrasFields = <Id extends v.GenericSchema<string, string>, Label extends v.GenericSchema>({
  id,
  text,
}: Fields<Id, Label>) => {
  const variant = v.strictObject({
    id,
    label: text(200),
    price: money,
    limited: v.optional(v.boolean()),
    retired: v.optional(v.boolean()),
  });
  const item = v.strictObject({
    id,
    label: text(200),
    help: v.optional(text(500)),
    events: v.optional(v.pipe(v.array(eventId), v.minLength(1), v.maxLength(20))),
    included: v.optional(v.boolean()),
    maxPerPerson: v.optional(v.pipe(v.number(), v.integer('whole-number'), v.minValue(1), v.maxValue(maxPieces))),
    refundUntil: v.optional(zonedInstant),
    exchangeUntil: v.optional(zonedInstant),
    variants: v.pipe(v.array(variant), v.minLength(1), v.maxLength(maxVariants)),
  });
  const cause = v.strictObject({
    id,
    label: text(200),
    help: v.optional(text(500)),
    presets: v.pipe(v.array(charged), v.maxLength(6)),
    least: charged,
    most: charged,
    retired: v.optional(v.boolean()),
  });
  const fee = v.strictObject({
    basisPoints: v.optional(v.pipe(v.number(), v.integer('whole-number'), v.minValue(0), v.maxValue(10_000))),
    fixed: v.optional(money),
  });
  return {
    items: v.optional(v.pipe(v.array(item), v.maxLength(maxItems, 'too-many-things'))),
    causes: v.optional(v.pipe(v.array(cause), v.maxLength(maxCauses, 'too-many-things'))),
    fundraising: v.optional(v.boolean()),
    fee: v.optional(fee),
  };
};

interface Fault {
  readonly at: readonly (string | number)[];
  readonly code: string;
}

/** What is wrong with items and causes beyond their own fields. `own`: the language that every text has. */
export const extrasFaults = ({ items = [], causes = [] }: Extras, own: string): readonly Fault[] => {
  const seen = { items: new Set<string>(), variants: new Set<string>(), causes: new Set<string>() };
  const idFault = (of: keyof typeof seen, id: string, ...at: (string | number)[]): readonly Fault[] => {
    if (seen[of].has(id)) return [{ at: [...at, 'id'], code: 'twice' }];
    seen[of].add(id);
    return [];
  };
  const textFaults = (
    of: { readonly label: object; readonly help?: object | undefined },
    ...at: (string | number)[]
  ): readonly Fault[] => [
    ...(own in of.label ? [] : [{ at: [...at, 'label'], code: 'no-own-language' }]),
    ...(of.help && !(own in of.help) ? [{ at: [...at, 'help'], code: 'no-own-language' }] : []),
  ];
  return [
    ...items.flatMap((item, n): readonly Fault[] => [
      ...idFault('items', item.id, 'items', n),
      ...textFaults(item, 'items', n),
      ...(item.included && item.maxPerPerson !== undefined
        ? [{ at: ['items', n, 'maxPerPerson'], code: 'one-of-included' }]
        : []),
      ...item.variants.flatMap((variant, m): readonly Fault[] => [
        ...idFault('variants', variant.id, 'items', n, 'variants', m),
        ...textFaults(variant, 'items', n, 'variants', m),
        ...(item.included && variant.price > 0
          ? [{ at: ['items', n, 'variants', m, 'price'], code: 'included-is-free' }]
          : []),
      ]),
    ]),
    ...causes.flatMap((cause, n): readonly Fault[] => [
      ...idFault('causes', cause.id, 'causes', n),
      ...textFaults(cause, 'causes', n),
      ...(cause.most < cause.least ? [{ at: ['causes', n, 'most'], code: 'less-than-least' }] : []),
      ...cause.presets.flatMap((amount, m) =>
        amount < cause.least || amount > cause.most ? [{ at: ['causes', n, 'presets', m], code: 'not-within' }] : [],
      ),
    ]),
    // A quote has a line for each piece, so more than ten would have no place in it.
    ...(items.filter(({ included }) => included).length > maxPieces
      ? [{ at: ['items'], code: 'too-many-included' }]
      : []),
  ];
};
