import * as v from 'valibot';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { keepUnder } from '../flow/kept';
import { at, ofSession } from '../http/api';
import type { Answered } from '../http/failure';
import { request } from '../page/services';
import { learnTime, now } from '../time/ticker';

/** What a code opened in this browser: events that are in no list, and the form with what they ask. */
export interface Opened {
  readonly code: string;
  readonly events: RaceMessage['events'];
  readonly form: Form & { readonly revision: number };
  /** Goes with the request for a spot, until `expiresAt`. The events and the form are needed for as long as the spot is held. */
  readonly access: string;
  readonly expiresAt: string;
}

export const keepOpened = (raceId: string) =>
  keepUnder(
    () => localStorage,
    `startline:access:${raceId}`,
    v.custom<Opened>((given) => typeof given === 'object'),
  );

/** What must be there to go on. */
const eventsOpened = v.looseObject({
  events: v.array(v.looseObject({ id: v.string() })),
  form: v.looseObject({ revision: v.number() }),
  access: v.string(),
  expiresAt: v.string(),
  now: v.string(),
});

/** Opens the events of a code in this browser. */
export const openEvents = async (raceId: string, code: string): Promise<Answered<Opened>> => {
  const answer = await request({
    ...ofSession,
    method: 'POST',
    url: at`/api/races/${raceId}/access`,
    body: { code },
    schema: eventsOpened,
  });
  if (answer.kind !== 'ok') return answer;
  learnTime(answer.value.now);
  const opened = { ...answer.value, code } as unknown as Opened;
  keepOpened(raceId).write(opened);
  return { kind: 'ok', value: opened };
};

/** Whether spots are still given for what was opened. */
export const isOpen = ({ expiresAt }: Opened): boolean => now.peek() < Date.parse(expiresAt);

/** The race with the events that a code opened in this browser. */
export const withOpened = (race: RaceMessage): RaceMessage => {
  const opened = race.codes && keepOpened(race.id).read();
  return opened ? { ...race, events: [...race.events, ...opened.events] } : race;
};

/** Allows to ask for a spot in an event that a code opened. */
export const accessTo = (raceId: string, eventId: string): { readonly access?: string } => {
  const opened = keepOpened(raceId).read();
  return opened?.events.some(({ id }) => id === eventId) && isOpen(opened) ? { access: opened.access } : {};
};

/** A code that was typed or came with a link before its price is worked out. It is tried once. */
export const keepCode = (raceId: string) => keepUnder(() => sessionStorage, `startline:code:${raceId}`, v.string());
