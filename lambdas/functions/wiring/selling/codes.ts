import { randomBytes } from 'node:crypto';
import { CachedCodes } from '../../../codes/cached-codes';
import { checkCodes } from '../../../codes/check-codes';
import { makeCodes } from '../../../codes/make-codes';
import { PostgresCodeRegister, PostgresCodes } from '../../../codes/postgres-codes';
import { withdrawCode } from '../../../codes/withdraw-code';
import { personOf } from '../../../domain/person/person';
import type { Cache } from '../../../platform/cache/cache';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres, Sql } from '../../../platform/postgres/postgres';
import { sha256 } from '../../../platform/signed-tokens';
import { uuid7 } from '../../../platform/uuid';
import type { RaceNews } from '../../../races/race';
import { now } from '../connections/clock';
import { tryTally } from './access';

/** What a director does with the codes of races. */
export const openCodeCommands = (postgres: Postgres, news: RaceNews) => {
  const codes = new PostgresCodeRegister(postgres, uuid7);
  return {
    codes,
    makeCodes: makeCodes({ register: codes, news, newId: uuid7, random: randomBytes, hash: sha256 }),
    withdrawCode: withdrawCode({ register: codes, news }),
  };
};

/** Looks up what was typed as a code. `data`: where tries are counted. */
export const openCodeLookup = (cache: Cache, data: Memcached, reader: Sql) =>
  checkCodes({
    codes: new CachedCodes(cache, new PostgresCodes(reader)),
    tally: tryTally(data),
    personOf,
    hash: sha256,
    now,
  });
