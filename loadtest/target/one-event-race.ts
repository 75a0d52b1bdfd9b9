import type { SystemOptions } from '../../local/system';

type CreatedRace = NonNullable<SystemOptions['races']>[number];

interface Wanted {
  readonly raceId: string;
  readonly eventId: string;
  readonly name: string;
  readonly description: string;
  readonly spots: number;
  readonly opensAt: Date;
  readonly sale?: { readonly holdSeconds?: number; readonly offerSeconds?: number };
  readonly lineMode?: 'always';
}

const day = 86_400_000;

/** A race with one event. */
export const oneEventRace = ({
  raceId,
  eventId,
  name,
  description,
  spots,
  opensAt,
  sale,
  lineMode,
}: Wanted): CreatedRace => {
  const at = (days: number) => new Date(opensAt.getTime() + days * day).toISOString();
  return {
    createRace: {
      id: raceId,
      name,
      place: 'Nowhere',
      date: at(120).slice(0, 10),
      timeZone: 'Europe/Berlin',
      description,
      currency: 'EUR',
      opensAt: opensAt.toISOString(),
      closesAt: at(90),
      ...(sale && { sale }),
      ...(lineMode && { lineMode }),
      waiver: { version: '1', text: 'I take part at my own risk.' },
      events: [
        {
          id: eventId,
          name: 'Marathon',
          distance: 42_195,
          capacity: spots,
          prices: [{ label: 'Regular', from: at(-1), amount: 8900 }],
        },
      ],
    },
  };
};
