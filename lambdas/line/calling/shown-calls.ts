import type { LineDocument } from '../ports';

/** What everybody was shown of a line that calls. It stays true: nobody is called back, and a draw has one seed. */
export interface ShownCalls {
  readonly seed?: string | undefined;
  /** By the id of an event. */
  readonly calledTo: Readonly<Record<string, number>>;
}

/** Undefined: it calls nobody. */
export const shownCallsOf = ({ state, seed, events }: LineDocument): ShownCalls | undefined =>
  state === 'calling'
    ? { seed, calledTo: Object.fromEntries(events.map(({ eventId, calledTo }) => [eventId, calledTo])) }
    : undefined;

/** The line with what is known to have been shown of it. The same object when it says no less itself. */
export const withCalls = (line: LineDocument, shown: ShownCalls | undefined): LineDocument => {
  if (!shown || line.state === 'open' || line.state === 'over') return line;
  const events = line.events.map((event) => {
    const calledTo = shown.calledTo[event.eventId] ?? 0;
    return calledTo > event.calledTo ? { ...event, calledTo } : event;
  });
  const isFurther = line.state !== 'calling' || events.some((event, n) => event !== line.events[n]);
  return isFurther ? { ...line, state: 'calling', seed: line.seed ?? shown.seed, events } : line;
};
