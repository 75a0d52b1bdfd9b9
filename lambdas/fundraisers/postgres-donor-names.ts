import { writeAudit } from '../ledger/audit';
import { nameDonor } from '../ledger/postgres-lines';
import type { Postgres, Sql } from '../platform/postgres/postgres';
import type { DonorNames, GivenDonation, Named } from './name-donor';

/** In 24 hours, of one registration: each renews the caches for everybody. */
const maxShownPerDay = 20;

interface Row extends GivenDonation {
  readonly eventId: string;
  /** How often the name was shown again. */
  readonly shown: number;
}

/** The names of donors in the primary database. */
export class PostgresDonorNames implements DonorNames {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async find(registrationId: string) {
    return (await findDonation(this.#postgres, registrationId))?.donation;
  }

  name(registrationId: string, isNamed: boolean, actor: 'runner' | 'director') {
    return this.#postgres.transaction(async (sql): Promise<Named> => {
      // A donation goes with a spot that is passed on, which takes the same lock.
      await sql.query('SELECT FROM registration WHERE id = $1 FOR NO KEY UPDATE', [registrationId]);
      const found = await findDonation(sql, registrationId);
      if (!found) return { kind: 'none' };
      const { donation, eventId, shown } = found;
      if (donation.isNamed === isNamed) return { kind: 'named', donation, isChanged: false };
      if (isNamed && shown >= maxShownPerDay) return { kind: 'too-often' };
      await nameDonor(sql, registrationId, isNamed);
      const action = isNamed ? 'donor-shown' : 'donor-hidden';
      await writeAudit(sql, [{ actor, action, eventId, registrationId, detail: { slug: donation.slug } }]);
      return { kind: 'named', donation: { ...donation, isNamed }, isChanged: true };
    });
  }
}

const findDonation = async (sql: Sql, registrationId: string) => {
  const [row] = await sql.query<Row>(selectDonation, [registrationId]);
  if (!row) return undefined;
  const { eventId, shown, ...donation } = row;
  return { eventId, shown, donation };
};

/** Who took a spot over did not give what came with it. An order gives to one fundraiser at most. */
const selectDonation = `
  SELECT f.race_id AS "raceId", f.slug, f.title, f.state = 'hidden' AS "isHidden", bool_or(l.is_public) AS "isNamed", r.event_id AS "eventId",
         (SELECT count(*)::int FROM audit u WHERE u.registration_id = r.id AND u.action = 'donor-shown'
            AND u.at > clock_timestamp() - interval '1 day') AS shown
  FROM registration r JOIN registration_line l ON l.registration_id = r.id JOIN fundraiser f ON f.id = l.fundraiser_id
  WHERE r.id = $1 AND r.via <> 'transfer' GROUP BY r.id, f.id ORDER BY f.id LIMIT 1`;
