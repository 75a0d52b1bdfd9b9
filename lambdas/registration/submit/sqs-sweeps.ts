import type { Sweeps } from '../../payment/ports';
import type { Queue } from '../../platform/queue/queue';
import type { RegistrationMessage } from '../messages';

/** Sends sweeps without a delay: the payments they check are old already. */
export const sqsSweeps = (queue: Queue): Sweeps => ({
  send: (payments) =>
    queue.sendAll(
      payments.map(({ registrationId, raceId, eventId, amount, currency }) => {
        const body: RegistrationMessage = { kind: 'sweep', registrationId, raceId, eventId, amount, currency };
        return { body, group: raceId };
      }),
    ),
});
