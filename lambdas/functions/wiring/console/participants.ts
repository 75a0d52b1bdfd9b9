import { exportParticipants } from '../../../participants/export-participants';
import { listParticipants } from '../../../participants/list-participants';
import { PostgresExports, PostgresParticipants } from '../../../participants/postgres-participants';
import { PostgresPersonRecords } from '../../../participants/postgres-person-records';
import { listWaiting } from '../../../participants/waiting/list-waiting';
import { PostgresWaitingPeople } from '../../../participants/waiting/postgres-waiting-people';
import type { Postgres } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { openProjection } from './webhooks';

/** Who registered in a race: the list that is searched, and what is known of one of them. */
export const openParticipants = (postgres: Postgres) => {
  const projection = openProjection(postgres);
  return {
    projection,
    exportParticipants: exportParticipants({ projection, exports: new PostgresExports(postgres) }),
    people: new PostgresPersonRecords(postgres),
    listWaiting: listWaiting({ waiting: new PostgresWaitingPeople(postgres), hash: sha256 }),
    listParticipants: listParticipants({
      projection,
      participants: new PostgresParticipants(postgres),
      hash: sha256,
    }),
  };
};
