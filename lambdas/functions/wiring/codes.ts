import { randomBytes } from 'node:crypto';
import { makeCodes } from '../../codes/make-codes';
import { PostgresCodeRegister } from '../../codes/postgres-codes';
import { withdrawCode } from '../../codes/withdraw-code';
import type { Postgres } from '../../platform/postgres/postgres';
import { sha256 } from '../../platform/signed-tokens';
import { uuid7 } from '../../platform/uuid';
import type { RaceNews } from '../../races/race';

/** What a director does with the codes of races. */
export const openCodeCommands = (postgres: Postgres, news: RaceNews) => {
  const codes = new PostgresCodeRegister(postgres, uuid7);
  return {
    codes,
    makeCodes: makeCodes({ register: codes, news, newId: uuid7, random: randomBytes, hash: sha256 }),
    withdrawCode: withdrawCode({ register: codes, news }),
  };
};
