import type { SystemOptions } from '../../../local/system';

/** A race in the form that the director's function accepts. */
export type RaceRequest = NonNullable<SystemOptions['races']>[number];

export const benchRaceId = 'bench-opening';
export const benchEventId = '0199a000-0000-7000-8000-00000000b000';

const day = 86_400_000;

/** A race with one distance that has just opened. */
export const benchRace = (spots: number, now = new Date()): RaceRequest => {
  const at = (days: number) => new Date(now.getTime() + days * day).toISOString();
  return {
    createRace: {
      id: benchRaceId,
      name: 'Bench Opening',
      place: 'Nowhere',
      date: at(120).slice(0, 10),
      timeZone: 'Europe/Berlin',
      description: 'As many spots as there are runners, so that all of them get through to the end.',
      currency: 'EUR',
      opensAt: now.toISOString(),
      closesAt: at(90),
      // What is measured is the sale. On a small machine the writer falls so far behind that a line would begin.
      lineMode: 'never',
      waiver: { version: '1', text: 'I take part at my own risk.' },
      events: [
        {
          id: benchEventId,
          name: 'Marathon',
          distance: 42_195,
          capacity: spots,
          prices: [{ label: 'Regular', from: at(-1), amount: 8_900 }],
        },
      ],
    },
  };
};
