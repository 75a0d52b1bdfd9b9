import type { Cache } from '../platform/cache/cache';
import { sha256 } from '../platform/signed-tokens';
import { ofRace } from '../races/cached-races';
import type { Code } from './code';
import type { Codes, UsableCredit } from './ports';

/** A code that is withdrawn is forgotten with its race; these times hold when that news is lost. */
const freshSeconds = 60;
const missingSeconds = 10;

/** Codes from the cache, so that those who try out words reach no database with a word that was tried just now. */
export class CachedCodes implements Codes {
  readonly #cache: Pick<Cache, 'get'>;
  readonly #codes: Codes;

  constructor(cache: Pick<Cache, 'get'>, codes: Codes) {
    this.#cache = cache;
    this.#codes = codes;
  }

  find(raceId: string, hash: string) {
    return this.#get(raceId, hash, () => this.#codes.find(raceId, hash));
  }

  findById(raceId: string, codeId: string) {
    return this.#get(raceId, `id:${codeId}`, () => this.#codes.findById(raceId, codeId));
  }

  findCredit(raceId: string, code: string) {
    return this.#get(raceId, `credit-of:${sha256(code)}`, () => this.#codes.findCredit(raceId, code));
  }

  #get<Found extends Code | UsableCredit>(raceId: string, which: string, load: () => Promise<Found | undefined>) {
    return this.#cache.get<Found | undefined>(`code:${raceId}:${which}`, load, {
      ...ofRace(raceId),
      freshSeconds,
      missingSeconds,
    });
  }

  usesOf(...asked: Parameters<Codes['usesOf']>) {
    return this.#codes.usesOf(...asked);
  }
}
