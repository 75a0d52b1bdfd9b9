/** What the rules of this capability read of a form. The whole of it is in `lambdas/api/form`. */
export interface Form {
  readonly questions: readonly FormQuestion[];
  readonly items?: readonly FormItem[] | undefined;
  readonly rules?: readonly FormRule[] | undefined;
  readonly documents?: readonly TextRef[] | undefined;
  readonly teams?: { readonly kinds: readonly { readonly events?: readonly string[] | undefined }[] } | undefined;
}

/** A text that somebody accepts. `hash`: SHA-256 (base64url) of it. */
export interface TextRef {
  readonly kind: string;
  readonly hash: string;
}

interface FormItem {
  readonly id: string;
  readonly included?: boolean | undefined;
  readonly refundUntil?: string | undefined;
  readonly exchangeUntil?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly variants: readonly { readonly id: string; readonly limited?: boolean | undefined }[];
}

interface FormRule {
  readonly events: readonly string[];
  readonly accessCode?: boolean | undefined;
  readonly ageOn?: string | undefined;
  readonly oneOfGroup?: string | undefined;
}

interface FormQuestion {
  readonly id: string;
  readonly type: string;
  readonly of: string;
  readonly role?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly showIf?: { readonly question: string } | undefined;
}

/** What is wrong with a form for this race. `at`: the keys that lead to the place, from the form. */
export interface FormFault {
  readonly at: readonly (string | number)[];
  readonly code: 'changed-meaning' | 'not-of-this-race' | 'group-of-another-race' | 'no-such-text' | 'no-stock';
  /** The event of another race, the revision that gave the id its meaning, or the kind of the text. */
  readonly other?: string;
}

/**
 * Answers are explained by the id of their question, for good: a question that was published once keeps its type, its role
 * and whom it asks. A question that should ask something else needs another id.
 */
export const changedMeanings = (
  published: readonly { readonly revision: number; readonly form: Form }[],
  { questions, items = [] }: Form,
): readonly FormFault[] => {
  const faultAt = (at: FormFault['at'], isOther: (form: Form) => boolean): readonly FormFault[] => {
    const before = published.find(({ form }) => isOther(form));
    return before ? [{ at, code: 'changed-meaning', other: String(before.revision) }] : [];
  };
  return [
    ...questions.flatMap((question, n) =>
      faultAt(['questions', n, 'id'], (form) =>
        form.questions.some(
          ({ id, type, of, role }) =>
            id === question.id && (type !== question.type || of !== question.of || role !== question.role),
        ),
      ),
    ),
    ...items.flatMap((item, n) => [
      // What is included is not paid back, and an entry names nothing but the variant.
      ...faultAt(['items', n, 'id'], (form) =>
        (form.items ?? []).some(
          ({ id, included }) => id === item.id && (included ?? false) !== (item.included ?? false),
        ),
      ),
      ...item.variants.flatMap((variant, m) =>
        faultAt(['items', n, 'variants', m, 'id'], (form) =>
          (form.items ?? []).some(
            ({ id, variants }) => id !== item.id && variants.some((one) => one.id === variant.id),
          ),
        ),
      ),
    ]),
  ];
};

/** Questions, items, rules and kinds of teams of events which the race does not have. */
export const strayEvents = (
  eventIds: readonly string[],
  { questions, items = [], rules = [], teams }: Form,
): readonly FormFault[] =>
  [
    { part: ['questions'], list: questions },
    { part: ['items'], list: items },
    { part: ['rules'], list: rules },
    { part: ['teams', 'kinds'], list: teams?.kinds ?? [] },
  ].flatMap(({ part, list }) =>
    list.flatMap(({ events = [] }: { readonly events?: readonly string[] | undefined }, n) =>
      events.flatMap((id, at): readonly FormFault[] =>
        eventIds.includes(id) ? [] : [{ at: [...part, n, 'events', at], code: 'not-of-this-race', other: id }],
      ),
    ),
  );

/**
 * Faults for limit groups that another race has published. A person may be in only one event of a group. With the group of another
 * race, a race could keep people out of that race, and find out who is in it.
 */
export const groupsOfOthers = (others: readonly string[], { rules = [] }: Form): readonly FormFault[] =>
  rules.flatMap(({ oneOfGroup }, n): readonly FormFault[] =>
    oneOfGroup !== undefined && others.includes(oneOfGroup)
      ? [{ at: ['rules', n, 'oneOfGroup'], code: 'group-of-another-race' }]
      : [],
  );

/** The events of which the form says that a person may run in one of a group only. */
export const groupedEvents = ({ rules = [] }: Form) =>
  rules.flatMap(({ events, oneOfGroup: limitGroup }) =>
    limitGroup === undefined ? [] : events.map((eventId) => ({ eventId, limitGroup })),
  );

/** Limited variants whose stock nobody has set: runners would find none. */
export const variantsWithoutStock = (stocked: readonly string[], { items = [] }: Form): readonly FormFault[] =>
  items.flatMap(({ variants }, n) =>
    variants.flatMap(({ id, limited }, m): readonly FormFault[] =>
      limited && !stocked.includes(id) ? [{ at: ['items', n, 'variants', m, 'limited'], code: 'no-stock' }] : [],
    ),
  );

/** Documents whose text nobody saved for this race: runners would sign something that nobody can read. */
export const missingTexts = (texts: readonly TextRef[], { documents = [] }: Form): readonly FormFault[] =>
  documents.flatMap(({ kind, hash }, n): readonly FormFault[] =>
    texts.some((text) => text.kind === kind && text.hash === hash)
      ? []
      : [{ at: ['documents', n, 'hash'], code: 'no-such-text', other: kind }],
  );
