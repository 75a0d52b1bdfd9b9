/** Loaded before a process of the system under attack: its clock goes as far ahead as the file ATTACKS_CLOCK says. */
import { readFileSync } from 'node:fs';

const file = process.env.ATTACKS_CLOCK;
const Real = Date;
let ahead = 0;

// Of the functions that answer people only: queues, mail and processor stay where everybody else is.
if (file && process.argv[1]?.endsWith('gateway.mjs')) {
  setInterval(() => {
    ahead = Number(readFileSync(file, 'utf8')) * 1000;
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
