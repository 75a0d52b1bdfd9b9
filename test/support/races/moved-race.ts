import { mailMessage } from '../../../lambdas/domain/mail-order';
import { judgeMove } from '../../../lambdas/functions/wiring/changing/moves';
import { uuid7 } from '../../../lambdas/platform/uuid';
import { type MoveCommand, moveEvent } from '../../../lambdas/registration/change/move/move-event';
import { PostgresMoves } from '../../../lambdas/registration/change/move/postgres-moves';
import { times } from '../../../lambdas/spots/blocks/block';
import { eventBooks, money } from '../../../lambdas/watch/books-sql';
import { idOf, openChanges } from './changed-race';
import { givingWith } from './ledger';
import type { MadeRace } from './race';

/** Races whose runners are moved to another event. */
export const openMoves = () => {
  const made = openChanges();

  const moving = () => {
    const [changed, ended]: [string[], string[]] = [[], []];
    const moves = new PostgresMoves({
      postgres: made.postgres,
      newId: uuid7,
      mailMessage: (order) => mailMessage(order, 4),
      giveToWaiting: givingWith(),
      judge: judgeMove,
      times,
    });
    const move = moveEvent({
      moves,
      outcomes: { changed: async (id) => void changed.push(id) },
      remembered: { ended: async (id) => void ended.push(id) },
    });
    return { changed, ended, move, withdraw: (id: string) => moves.withdraw(id) };
  };
  const move = (command: Partial<MoveCommand> & Pick<MoveCommand, 'registrationId' | 'eventId'>) =>
    moving().move({ difference: 'refund', passesWaiting: false, ...command });

  /** Another event of the race, which costs 45 euros unless said. */
  const addEvent = async (
    { raceId }: MadeRace,
    { spots = 2, price = 4500 as number | undefined } = {},
  ): Promise<MadeRace> => {
    const eventId = uuid7();
    await made.query(
      `INSERT INTO event (id, race_id, position, name, distance, capacity, next_number)
       SELECT $1, $2, max(position) + 1, 'Five', 5000, $3, $3 + 1 FROM event WHERE race_id = $2`,
      [eventId, raceId, spots],
    );
    if (price !== undefined)
      await made.query(
        `INSERT INTO price (event_id, starts_at, label, amount) VALUES ($1, '2020-01-01', 'Regular', $2)`,
        [eventId, price],
      );
    await made.query('INSERT INTO spot (event_id, number) SELECT $1, n FROM generate_series(1, $2::int) n', [
      eventId,
      spots,
    ]);
    return { raceId, eventId };
  };

  /** A full race of two runners who have paid, and another event with room. */
  const aMove = async (other: Parameters<typeof addEvent>[1] = {}) => {
    const race = await made.paidRace(2);
    const there = await addEvent(race.race, other);
    return { ...race, there, registrationId: idOf(race.first), eventId: there.eventId };
  };

  const seatOf = async (id: string) => {
    const [row] = await made.query(
      'SELECT event_id, live, spot, number, share, ended FROM registration WHERE id = $1',
      [id],
    );
    return row;
  };
  const refundsOf = async (id: string) => {
    const rows = await made.query<{ amount: number }>(
      `SELECT (body ->> 'amount')::int AS amount FROM outbox WHERE body ->> 'action' = 'refund' AND body ->> 'registrationId' = $1`,
      [id],
    );
    return rows.map(({ amount }) => amount);
  };
  const mailsOf = async (id: string) => {
    const rows = await made.query<{ generation: number }>(
      `SELECT (body ->> 'generation')::int AS generation FROM outbox WHERE body ->> 'template' = 'moved' AND body ->> 'registrationId' = $1
       ORDER BY created_at`,
      [id],
    );
    return rows.map(({ generation }) => generation);
  };
  const audited = (id: string) =>
    made.query<{ actor: string; detail: object }>(
      `SELECT actor, detail FROM audit WHERE registration_id = $1 AND action = 'moved'`,
      [id],
    );

  /** Spots and money agree, as the watch compares them. */
  const expectBooksInOrder = async (...events: readonly MadeRace[]) => {
    const books = await made.query<
      Record<'event_id', string> & Record<'spots' | 'sellable' | 'live' | 'held' | 'capacity', number>
    >(eventBooks);
    for (const { eventId } of events) {
      const book = books.find(({ event_id }) => event_id === eventId);
      expect(book).toBeDefined();
      expect(book && book.sellable + book.live + book.held).toBe(book?.spots);
      expect(book?.live).toBeLessThanOrEqual(book?.capacity ?? 0);
    }
    expect(await made.query(money)).toMatchObject([{ unpaid: 0, unseated: 0 }]);
  };

  return { made, moving, move, addEvent, aMove, seatOf, refundsOf, mailsOf, audited, expectBooksInOrder };
};
