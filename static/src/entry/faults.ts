import type { Form } from '../../../lambdas/api/form/definition/form';
import { textIn } from '../../../lambdas/api/form/definition/question';
import type { Entry } from '../../../lambdas/api/form/entry';
import { causesOf, offered } from '../../../lambdas/api/form/extras';
import { identityFields } from '../flow/runner';
import { type Step, stepFor } from '../flow/steps';
import type { Fault } from '../http/failure';
import { money } from '../page/money';
import * as words from '../texts/check';
import * as form from '../texts/form';
import * as t from '../texts/page';
import type { OwnStep } from './own-step';

interface Asked {
  readonly form: Form;
  readonly eventId: string;
  readonly entry: Entry;
  readonly currency: string;
  readonly own: readonly OwnStep[];
}

export interface PlacedFaults {
  /** Each at the field of the page that shows it. */
  readonly shown: readonly Fault[];
  /** Sentences about what has no field. */
  readonly rest: readonly string[];
}

/** Whether a step shows what is wrong at this path as it is. */
const isShown = ({ form: { questions } }: Asked, field: string): boolean => {
  const [, question, identity] = /^(?:people\.\d+|order)\.(?:answers\.([\w-]+)|(\w+)$)/.exec(field) ?? [];
  return identityFields.some((one) => one === identity) || questions.some(({ id }) => id === question);
};

/** A fault of the items of a person, at the item; and one of the donation. */
const atExtras = ({ form: of, eventId, entry, currency }: Asked, fault: Fault): Fault | undefined => {
  const [, who, n] = /^people\.(\d+)\.items(?:\.(\d+))?/.exec(fault.field) ?? [];
  if (who !== undefined) {
    const variant = entry.people[Number(who)]?.items?.[Number(n)]?.variant;
    const items = offered(of, eventId);
    const item = items.find(({ variants }) => variants.some(({ id }) => id === variant)) ?? items[0];
    const says =
      item && form.answerFault(fault.code, 'choices', textIn(of, item.label, t.locale), `${fault.limit ?? ''}`);
    return item && says ? { ...fault, field: `people.${who}.items.${item.id}`, says } : undefined;
  }
  const cause = causesOf(of).find(({ id }) => id === entry.order.donation?.cause) ?? causesOf(of)[0];
  return cause && /^order\.donation\b/.test(fault.field)
    ? {
        ...fault,
        field: 'order.donation',
        says: form.donationWrong(money(cause.least, currency), money(cause.most, currency)),
      }
    : undefined;
};

/** Finds the place of everything that the server found wrong with an entry, so that nothing stays unsaid. */
export const placeFaults = (asked: Asked, faults: readonly Fault[]): PlacedFaults => {
  const shown: Fault[] = [];
  const rest: string[] = [];
  for (const fault of asked.own.reduce((all, { placed }) => placed?.(all) ?? all, faults)) {
    const isOwn = asked.own.some(({ isAbout }) => isAbout(fault));
    const at = isOwn || isShown(asked, fault.field) ? fault : atExtras(asked, fault);
    if (at) shown.push(isOwn ? { ...at, says: at.says ?? words.faultUnknown } : at);
    else rest.push(fault.says ?? words.faults[fault.code] ?? words.faultUnknown);
  }
  return { shown, rest: [...new Set(rest)] };
};

/** The step that shows a fault. */
export const stepOfFault = (own: readonly OwnStep[], fault: Fault): Step => {
  const [, who, part] = /^people\.(\d+)\.?(\w*)/.exec(fault.field) ?? [];
  const its = own.find(({ isAbout }) => isAbout(fault));
  if (its) return its.name;
  return who === undefined || part === 'items' ? 'extras' : stepFor(Number(who));
};
