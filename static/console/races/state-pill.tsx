import * as t from '../texts/en';

export const StatePill = ({ state }: { state: string }) => (
  <span class={`pill pill-${state}`}>{t.states[state] ?? state}</span>
);
