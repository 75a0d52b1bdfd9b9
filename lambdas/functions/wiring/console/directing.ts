import type { Settings } from '../../../contract/settings';
import { PostgresDisputes } from '../../../payment/disputes/postgres-disputes';
import { settleDispute } from '../../../payment/disputes/settle-dispute';
import { PostgresDocuments } from '../../../payment/documents/postgres-documents';
import { PostgresSellers } from '../../../payment/documents/postgres-sellers';
import { PostgresUnpaidCharges } from '../../../payment/unpaid/postgres-unpaid-charges';
import type { Memcached } from '../../../platform/memcached/memcached';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';
import { createRace } from '../../../races/create-race';
import { PostgresRaceRegister } from '../../../races/postgres-race-register';
import type { RaceNews } from '../../../races/race';
import { cancelForDirector } from '../../../registration/change/cancel-for-director';
import { correctRunner } from '../../../registration/change/correct-runner';
import { moveEvent } from '../../../registration/change/move/move-event';
import { PostgresMoves } from '../../../registration/change/move/postgres-moves';
import { PostgresCorrections } from '../../../registration/change/postgres-corrections';
import { refundLine, refundTransferFee } from '../../../registration/change/refund-line';
import { PostgresShortages, postgresHandingOut } from '../../../registration/handing-out/postgres-handing-out';
import { times } from '../../../spots/blocks/block';
import { heldOf } from '../../../spots/blocks/memcached-undealt';
import { changeCapacity } from '../../../spots/capacity/change-capacity';
import { PostgresCapacities } from '../../../spots/capacity/postgres-capacity';
import { changeSale } from '../../../spots/sale/change-sale';
import { PostgresSales } from '../../../spots/sale/postgres-sales';
import { PostgresRemovals } from '../../../spots/waiting-list/postgres-removals';
import { PostgresStocks } from '../../../units/stock/postgres-stocks';
import { openChanges } from '../changing/changes';
import { judgeMove } from '../changing/moves';
import { now } from '../connections/clock';
import { mailOrders, waitingOffers } from '../mail/mail';
import { openLedger } from '../selling/dealing';
import { openTeamOrders } from '../selling/teams';

/** How a race is made and sold, and how its capacity changes. `news`: who is told that a race has changed. */
export const openRaceCommands = (env: Settings<'MAIL_LANES'>, postgres: Postgres, data: Memcached, news: RaceNews) => ({
  createRace: createRace({ register: new PostgresRaceRegister(postgres), news, newId: uuid7, hash: sha256 }),
  changeCapacity: changeCapacity({
    capacities: new PostgresCapacities(postgres, waitingOffers(env).giveToWaiting),
    raceChanged: (raceId) => news.changed(raceId),
  }),
  changeSale: changeSale({
    ...openLedger(env, postgres, data),
    sales: new PostgresSales(postgres, waitingOffers(env).giveToWaiting),
    heldOf: heldOf(data),
    raceChanged: (raceId) => news.changed(raceId),
    report: (error) => log.error('A block could not be stopped, or a cache not be told.', error),
  }),
  removals: new PostgresRemovals({ postgres, ...waitingOffers(env) }),
});

/** What a director decides about registrations that are paid for, and how much there is of what they contain. */
export const openDecisions = (env: Settings<'MAIL_LANES'>, postgres: Postgres, data: Memcached) => {
  const registrations = openChanges(env, postgres, data);
  const cancelRegistration = cancelForDirector(registrations);
  const corrections = new PostgresCorrections({ postgres, ...mailOrders(env) });
  const disputes = new PostgresDisputes(postgres);
  const moves = new PostgresMoves({ postgres, ...waitingOffers(env), judge: judgeMove, times });
  const cancel = (registrationId: string) => cancelRegistration(registrationId, 0);
  return {
    cancelRegistration,
    refundLine: refundLine(registrations),
    refundTransferFee: refundTransferFee(registrations),
    corrections,
    correctRunner: correctRunner({ ...registrations, corrections, now }),
    moveEvent: moveEvent({ ...registrations, moves }),
    moves,
    handOut: postgresHandingOut(postgres),
    shortages: new PostgresShortages(postgres),
    disputes,
    settleDispute: settleDispute({ disputes, cancel }),
    unpaidCharges: new PostgresUnpaidCharges(postgres),
    sellers: new PostgresSellers(postgres),
    documents: new PostgresDocuments({ postgres, newId: uuid7 }),
    stocks: new PostgresStocks(postgres, uuid7),
    teams: openTeamOrders(postgres, data),
  };
};
