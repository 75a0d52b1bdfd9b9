import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';
import { plainDigits } from '../../../lambdas/domain/plain-digits';

export interface Range {
  readonly eventId: string;
  readonly gender?: string;
  readonly ages?: { readonly from: number; readonly to: number };
  readonly from: number;
  readonly to: number;
}

type Events = RaceDetailsMessage['events'];

const genders = ['female', 'male', 'non-binary'];

/** A range as it is typed: `Marathon: 1-500, female, 40-49`. Undefined: it is not written so. */
export const readRange =
  (events: Events) =>
  (line: string): Range | undefined => {
    const [, name = '', rest = ''] = /^(.*):([^:]*)$/.exec(line) ?? [];
    const event = events.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
    const [numbers = '', ...said] = rest.split(',').map((part) => part.trim().toLowerCase());
    const span = spanIn(numbers);
    if (!event || !span || said.length > 2) return undefined;
    const gender = said.find((one) => genders.includes(one));
    const ages = said.map(spanIn).find((one) => one !== undefined);
    // Something was said that is neither.
    if (said.length !== (gender ? 1 : 0) + (ages ? 1 : 0)) return undefined;
    return { eventId: event.id, ...(gender && { gender }), ...(ages && { ages }), ...span };
  };

const spanIn = (text: string) => {
  const [, from, to] = /^(\d{1,6})\s*[-–]\s*(\d{1,6})$/.exec(plainDigits(text)) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to) };
};

export const rangeLine = ({ eventId, gender, ages, from, to }: Range, events: Events): string => {
  const name = events.find(({ id }) => id === eventId)?.name;
  const said = [`${from}-${to}`, gender, ages && `${ages.from}-${ages.to}`].filter(Boolean);
  return `${name}: ${said.join(', ')}`;
};
