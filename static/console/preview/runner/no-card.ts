import type { Bank } from '../../../src/flow/payment';
import type { CardFields } from '../../../src/processor/card-fields';
import * as p from '../../texts/preview';

export type { CardFields };

type OpenCardFields = typeof import('../../../src/processor/card-fields').openCardFields;

/** In place of the processor's fields: nothing is typed, and nothing is charged. */
export const openCardFields: OpenCardFields = async (place, _quote, signal) => {
  const said = document.createElement('p');
  said.textContent = p.noCard;
  place.append(said);
  signal.addEventListener('abort', () => said.remove());
  return { submit: () => async () => ({ kind: 'ok', token: 'ctoken_preview' }) };
};

export const hostsOf = (): readonly string[] => [];
export const loadWhenIdle = async (): Promise<void> => {};

const never = new Promise<never>(() => {});
export const askBank: Bank['ask'] = async () => 'yes';
export const whenNoTabAsks: Bank['free'] = () => never;
