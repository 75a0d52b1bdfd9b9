import * as v from 'valibot';
import { cancelled, transferAccepted, transferStatus } from '../../lambdas/api/messages/changes';
import { holdGranted } from '../../lambdas/api/messages/holds';
import { registrationStatus } from '../../lambdas/api/messages/registrations';
import { joinAccepted, type WaitingStatus, waitingStatus } from '../../lambdas/api/messages/waiting-list';
import { problem } from '../../lambdas/api/problems';
import { uuid7 } from '../../loadtest/uuid7';
import { until } from '../support/until';
import { settled } from './support/books';
import { type Client, openPatientClient } from './support/client';
import { linkIn, mailTo } from './support/inbox';
import { decided, holdsPath, newPerson, raceId, submissionFor } from './support/program';
import type { RunningSystem } from './support/running-system';

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** In a sold-out race: one person waits, one gives a spot back, and a third takes one over. */
export const afterTheRush = (system: RunningSystem, eventId: string): void => {
  const { watched } = system;
  const identityOf = ({ firstName, lastName, email, birthDate }: ReturnType<typeof newPerson>) => ({
    firstName,
    lastName,
    email,
    birthDate,
  });

  // What is shown comes from the standby, which hears of a change a moment later.
  const placeIs = (
    client: Client,
    placeId: string,
    ticket: string,
    wanted: WaitingStatus['status'],
    isSeen: (place: WaitingStatus) => boolean = () => true,
  ) => {
    let place: WaitingStatus | undefined;
    const ask = async () => {
      place = v.parse(waitingStatus, (await client('GET', `/api/waiting-list/${placeId}`, bearer(ticket))).body);
      return place.status === wanted && isSeen(place) && place;
    };
    return until(ask, 240, () => `the place is ${wanted}; it is ${JSON.stringify(place)}`);
  };
  const statusOf = async (client: Client, { registrationId, token }: { registrationId: string; token: string }) =>
    v.parse(registrationStatus, (await client('GET', `/api/registrations/${registrationId}`, bearer(token))).body);

  test(
    'somebody who waits gets the spot another gives back, by name, and passes it on',
    watched(async () => {
      const client = openPatientClient(system.url);
      const waiter = newPerson();
      const placeId = uuid7();
      const full = await client('POST', `/api/races/${raceId}/holds`, { json: { registrationId: placeId, eventId } });
      const { permit } = v.parse(problem, full.body);
      const join = await client('POST', `/api/races/${raceId}/waiting-list`, {
        json: { placeId, eventId, runner: identityOf(waiter), permit },
      });
      expect(join.status).toBe(202);
      const { ticket } = v.parse(joinAccepted, join.body);
      expect(await placeIs(client, placeId, ticket, 'waiting')).toMatchObject({ ahead: 0, confirmation: 'by-mail' });
      const ticketIn = ({ body }: { body: { text: string } }) =>
        new RegExp(`/waiting-list/${placeId}#(\\S+)`).exec(body.text)?.[1] ?? '';
      const confirm = (token: string) => client('POST', `/api/waiting-list/${placeId}/confirmation`, bearer(token));
      expect((await confirm(ticket)).status).toBe(403);
      const mailed = ticketIn(await mailTo(system, waiter.email, 'Please confirm your place'));
      expect(await confirm(mailed)).toMatchObject({ status: 200, body: { status: 'confirmed' } });
      const isConfirmed = (place: WaitingStatus) => 'confirmation' in place && place.confirmation === 'done';
      expect(await placeIs(client, placeId, mailed, 'waiting', isConfirmed)).toMatchObject({ ahead: 0 });
      await placeIs(client, placeId, ticket, 'on-the-list');

      // A registered runner, by the link of their mail.
      const seat = linkIn(await mailTo(system, '@example.com', 'You are in: 10 km'));
      const before = await statusOf(client, seat);
      if (before.status !== 'confirmed') throw new Error(`they are ${before.status}`);
      const cancel = (refund: number) =>
        client('POST', `/api/registrations/${seat.registrationId}/cancellation`, {
          ...bearer(seat.token),
          json: { refund },
        });
      expect(await cancel(before.amount)).toMatchObject({ status: 409, body: { refund: before.amount * 0.8 } });
      const gave = await cancel(before.amount * 0.8);
      expect(v.parse(cancelled, gave.body)).toMatchObject({ refund: before.amount * 0.8 });
      expect(await statusOf(client, seat)).toMatchObject({ status: 'cancelled', refund: before.amount * 0.8 });

      const offered = await placeIs(client, placeId, mailed, 'offered');
      expect(offered).toMatchObject({ runner: identityOf(waiter) });
      // No other browser sees it.
      const jumper = await openPatientClient(system.url)('POST', holdsPath, {
        json: { registrationId: uuid7(), eventId },
      });
      expect(jumper.status).toBe(409);

      const offer = await mailTo(system, waiter.email, 'A spot for you');
      expect(ticketIn(offer)).toBe(mailed);
      const held = v.parse(
        holdGranted,
        (await client('POST', holdsPath, { json: { registrationId: uuid7(), eventId, ticket: mailed } })).body,
      );
      const put = (runner: ReturnType<typeof newPerson>) =>
        client('PUT', `/api/registrations/${held.registrationId}`, {
          json: submissionFor(held, 'pm_card_visa', runner),
        });
      expect((await put(newPerson())).body).toMatchObject({ type: '/problems/not-the-one-who-waited' });
      expect((await put(waiter)).status).toBe(202);
      expect(await decided(client, held)).toMatchObject({ status: 'confirmed', number: before.number });
      await placeIs(client, placeId, mailed, 'registered');
      await placeIs(client, placeId, ticket, 'on-the-list');

      const mine = linkIn(await mailTo(system, waiter.email, 'You are in: 10 km'));
      const heir = newPerson();
      const transferId = uuid7();
      const pass = () =>
        client('PUT', `/api/registrations/${mine.registrationId}/transfer`, {
          ...bearer(mine.token),
          json: { transferId, recipient: { firstName: heir.firstName, email: heir.email } },
        });
      // The card may still be on its way to be charged.
      await until(async () => (await pass()).status !== 409, 240);
      expect((await pass()).status).toBe(202);
      const link = new RegExp(`/transfers/${transferId}#(\\S+)`).exec((await mailTo(system, heir.email)).body.text);
      const token = link?.[1] ?? '';
      const path = `/api/transfers/${transferId}`;
      const offeredTo = v.parse(transferStatus, (await client('GET', path, bearer(token))).body);
      if (offeredTo.status !== 'offered') throw new Error(`it is ${offeredTo.status}`);
      const took = await client('PUT', path, {
        ...bearer(token),
        json: { runner: heir, waiver: { hash: offeredTo.waiver.hash, accepted: true } },
      });
      const accepted = v.parse(transferAccepted, took.body);
      expect(accepted.number).toBe(before.number);
      expect(await statusOf(client, { registrationId: transferId, token: accepted.link })).toMatchObject({
        status: 'confirmed',
        number: before.number,
        takenOver: true,
      });
      expect(await statusOf(client, mine)).toMatchObject({ status: 'transferred' });
      await mailTo(system, heir.email, 'You are in: 10 km');

      expect((await settled(system)).balance).toBe('yes');
    }),
  );
};
