/**
 * Loaded before a process of the attacked system. Its clock runs ahead by the seconds in the file ATTACKS_CLOCK. It writes
 * the same seconds to a file beside it once they apply.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env.ATTACKS_CLOCK;
const Real = Date;
let ahead = 0;

// Only for the functions that answer people. Queues, mail and processor keep the real time.
if (file && process.argv[1]?.endsWith('gateway.mjs')) {
  setInterval(() => {
    const wanted = Number(readFileSync(file, 'utf8')) * 1000;
    if (wanted === ahead) return;
    ahead = wanted;
    writeFileSync(`${file}-applied`, String(ahead / 1000));
  }, 100).unref();
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ahead);
      else super(...given);
    }
    static now() {
      return Real.now() + ahead;
    }
  };
}
