import * as v from 'valibot';
import { type HoldGranted, holdGranted } from '../../../lambdas/api/messages/holds';
import { type RegistrationStatus, registrationStatus } from '../../../lambdas/api/messages/registrations';
import { person } from '../../../loadtest/people/people';
import { uuid7 } from '../../../loadtest/uuid7';
import { until } from '../../support/until';
import type { Client } from './client';

export const raceId = 'harbour-city-marathon';
export const marathonId = '0199a000-0000-7000-8000-000000000001';
export const tenKilometres = '0199a000-0000-7000-8000-000000000002';
export const holdsPath = `/api/races/${raceId}/holds`;

const run = uuid7().slice(-8);
let people = 0;

/** A new person. */
export const newPerson = () => person(people++, run);

export const holdSpot = async (client: Client, registrationId = uuid7()): Promise<HoldGranted> => {
  const { body } = await client('POST', holdsPath, { json: { registrationId, eventId: marathonId } });
  return v.parse(holdGranted, body);
};

/** Holds this number of spots at once, for the caller and their companions. */
export const holdForGroup = async (client: Client, people: number): Promise<HoldGranted> => {
  const companions = Array.from({ length: people - 1 }, () => uuid7());
  const { body } = await client('POST', holdsPath, {
    json: { registrationId: uuid7(), eventId: marathonId, companions },
  });
  return v.parse(holdGranted, body);
};

/** What the page would send for a held spot. */
export const submissionFor = ({ hold, waiver }: HoldGranted, paymentMethod = 'pm_card_visa', runner = newPerson()) => ({
  hold,
  runner,
  waiver: { hash: waiver.hash, accepted: true },
  paymentMethod,
});

/** The same for a group; the one who pays comes first. */
export const submissionTogether = (
  held: HoldGranted,
  [runner, ...companions]: readonly ReturnType<typeof newPerson>[],
) => ({
  ...submissionFor(held, 'pm_card_visa', runner),
  companions,
});

/** The outcome of a registration, once there is one. */
export const decided = (client: Client, { registrationId, hold }: HoldGranted): Promise<RegistrationStatus> => {
  const ask = async () => {
    const { body } = await client('GET', `/api/registrations/${registrationId}`, {
      headers: { authorization: `Bearer ${hold}` },
    });
    const status = v.parse(registrationStatus, body);
    return status.status !== 'processing' && status;
  };
  return until(ask, 240, () => `${registrationId} is decided`);
};
