import type { Hold } from '../../domain/hold';
import type { Entry, EntryPerson, SignedQuote, Tried } from '../../domain/money/quote';
import type { Runner } from '../../domain/person/person';
import type { Quoted } from '../../domain/registration';

/** What a request says, the same for races with and without a form. */
export interface Said {
  /** Its quote is what the card must hold. */
  readonly hold: Hold;
  readonly runner: Runner;
  readonly companions?: readonly Runner[] | undefined;
  readonly quoted?: Quoted | undefined;
  readonly tried?: Tried | undefined;
}

export const saidIn = (
  hold: Hold,
  { form, people, limitGroup, once, newTeam, collected, blocks, fee, total, tried }: SignedQuote,
  entry: Entry,
): Said => {
  const [payer, ...others] = entry.people;
  const order = entry.order.answers;
  const runner = { ...storedOf(payer), ...(Object.keys(order).length > 0 && { orderAnswers: order }) };
  return {
    hold: { ...hold, quote: { ...hold.quote, total } },
    runner,
    ...(others.length > 0 && { companions: others.map(storedOf) }),
    quoted: {
      form,
      people,
      ...(limitGroup !== undefined && { limitGroup }),
      ...(once && { once }),
      ...(newTeam && { newTeam }),
      ...(collected && { collected }),
      ...(blocks && { blocks }),
      ...(fee && { fee }),
    },
    ...(tried && { tried }),
  };
};

/** The id is that of the row, and what was bought is in its money lines. */
const storedOf = ({ registrationId: _, items: __, ...who }: EntryPerson & { readonly items?: unknown }): Runner => who;
