import type { PlaceKey, Ticket } from '../../../lambdas/domain/waiting';
import { openSigner, sha256 } from '../../../lambdas/platform/signed-tokens';
import { SignedTokens } from '../../../lambdas/registration/signed-tokens';
import { PostgresWaitingRecords } from '../../../lambdas/spots/waiting-list/postgres-waiting-records';
import { joinWaitingList } from '../../../lambdas/spots/waiting-list/waiting-list';
import { openFamilies, wish } from '../../support/races/families';
import { placeKeyOf } from '../../support/races/place-key';

const { postgres, ledger, places, fullRace, join, cancel, list } = openFamilies();
const signer = openSigner(async () => ({ kid: 'k1', k1: 'k'.repeat(64) }));
const tokens = new SignedTokens(signer);

/** The ticket that the API gives to everybody who joins, whatever comes of it. */
const ticketFor = async (raceId: string, eventId: string, joined: ReturnType<typeof wish>): Promise<Ticket> => {
  const { placeId, runner, size } = joined;
  const sent = joinWaitingList({
    inbox: { putJoin: async () => undefined },
    permits: {
      readPermit: async () => ({ placeId, raceId, eventId, sessionHash: 's', until: Number.MAX_SAFE_INTEGER }),
    },
    signTicket: (ticket) => tokens.signTicket(ticket),
    hash: sha256,
    now: () => new Date(),
  });
  const answer = await sent({ placeId, raceId, eventId, runner, size }, { permit: 'p', sessionHash: 's' });
  const read = answer.kind === 'joined' ? await tokens.readTicket(answer.ticket) : undefined;
  if (!read) throw new Error('the ticket is not ours');
  return read;
};

const opens = async (place: PlaceKey) => ({
  shown: (await new PostgresWaitingRecords(postgres()).find(place)) !== undefined,
  held: (await places().offered(place)) !== undefined,
});

test('somebody who joins under the id of another’s place sees nothing of it, holds nothing, and cannot give it up', async () => {
  const { race } = await fullRace(1);
  const ada = wish('ada', 1);
  await join(race, ada);
  const mallory = { ...wish('mallory', 1), placeId: ada.placeId };
  const forged = await ticketFor(race.raceId, race.eventId, mallory);
  await join(race, mallory);
  expect(await opens(forged)).toEqual({ shown: false, held: false });
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  expect(await opens(forged)).toEqual({ shown: false, held: false });
  expect(await places().leave(forged)).toBe('nothing');
  expect(await list(race)).toEqual(['ada offered 1']);

  const own = placeKeyOf(race.eventId, ada);
  expect(await ticketFor(race.raceId, race.eventId, ada)).toMatchObject({ ...own, isMailed: false });
  expect(await opens(own)).toEqual({ shown: true, held: true });
  expect(await places().leave(own)).toBe('left');
});

test('the ticket of a place opens it in its own event only', async () => {
  const [{ race }, { race: other }] = [await fullRace(1), await fullRace(1)];
  const ada = wish('ada', 1);
  await join(race, ada);
  await cancel(race, 1);
  await ledger().reclaim(race.eventId);
  const elsewhere = await ticketFor(other.raceId, other.eventId, ada);
  expect(await opens(elsewhere)).toEqual({ shown: false, held: false });
  expect(await places().leave(elsewhere)).toBe('nothing');
});

test('a ticket of before it named the person opens nothing', async () => {
  const old = await signer.sign('waiting-list-ticket', { placeId: 'p1', raceId: 'harbour', eventId: 'ten' });
  expect(await tokens.readTicket(old)).toBeUndefined();
});
