// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files, to the letter.
import type { Guard } from '../guard';

const lines = 'test/units/lines.test.ts';
const dealing = 'test/units/deal-units.test.ts';
const ledgers = 'test/units/both-ledgers.test.ts';
const writer = 'lambdas/ledger/postgres-lines.ts';

const whole = 'test/quote/limited-items.test.ts';

/** Units of pools: what is limited besides spots. */
export const guardsOfUnits: readonly Guard[] = [
  {
    guard: 'A claim is of a unit in one block, not of its number in any.',
    invariant: 'Q1',
    file: writer,
    from: 'AND u.number = m.unit AND u.block = m.block',
    to: 'AND u.number = m.unit',
    test: [lines, 'a late one takes nothing that is promised to somebody'],
  },
  {
    guard: 'What one registration claimed directly is nobody else’s.',
    invariant: 'Q1',
    file: writer,
    from: '(SELECT b.owner IS NULL OR b.owner = m.quoted FROM unit_block b WHERE b.id = m.block)',
    to: '(SELECT true FROM unit_block b WHERE b.id = m.block)',
    test: [lines, 'what one registration claimed for itself is nobody else’s'],
  },
  {
    guard: 'A late line takes only what is sellable.',
    invariant: 'Q1',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: `AND block IS NULL ORDER BY number LIMIT \${most} FOR UPDATE SKIP LOCKED\`;

  const take = (into: string) => \`
    UPDATE \${unit} s SET block = \${into} FROM picked WHERE s.\${of} = $1 AND s.number = picked.number AND s.block IS NULL\`;`,
    to: `ORDER BY number LIMIT \${most} FOR UPDATE SKIP LOCKED\`;

  const take = (into: string) => \`
    UPDATE \${unit} s SET block = \${into} FROM picked WHERE s.\${of} = $1 AND s.number = picked.number\`;`,
    test: [ledgers, 'no block is cut, and each registration claims its own'],
  },
  {
    guard: 'A direct claim is for all that is wanted, or for nothing.',
    invariant: 'Q1',
    file: 'lambdas/ledger/dealing-sql.ts',
    from: 'AND (SELECT count(*) FROM picked) >= $6',
    to: 'AND $6::int > 0',
    test: [ledgers, 'no block is cut, and each registration claims its own'],
  },
  {
    guard: 'What is taken for a late line that is written already is given back.',
    invariant: 'Q5',
    file: writer,
    from: 'if (unused.length > 0) await sql.query(unitSql.releaseUnused, [pool, unused, block]);',
    to: '',
    test: [lines, 'what was taken for a late one who turns out to have their line is sellable again'],
  },
  {
    guard: 'Nobody is short while a unit is sellable.',
    invariant: 'Q5',
    file: writer,
    from: 'look < maxLooks; look++',
    to: 'look < 0; look++',
    test: [lines, 'of two to whom a cache dealt one unit, one gets another'],
  },
  {
    guard: 'What is short is not charged.',
    invariant: 'Q2',
    file: writer,
    from: "{ ...line, amount: 0, state: 'short' }",
    to: "{ ...line, state: 'over' }",
    test: [lines, 'what cannot be given is short and costs nothing'],
  },
  {
    guard: 'There is no fee on what is short.',
    invariant: 'Q2',
    file: writer,
    from: 'Math.min(line.amount, feeOn(feeOf(line.quoted), charged))',
    to: 'line.amount + 0 * feeOn(feeOf(line.quoted), charged)',
    test: [lines, 'what cannot be given is short and costs nothing'],
  },
  {
    guard: 'What was given back does not return with an older quote.',
    invariant: 'Q1',
    file: 'lambdas/units/claims/deal-units.ts',
    from: '.filter((claim) => !before.dropped.some(is(claim)))',
    to: '',
    test: [dealing, 'another size gives the first one back, and an older quote does not bring it again'],
  },
  {
    guard: 'A use of a code is not given back before its block ends.',
    invariant: 'Q1',
    file: 'lambdas/units/claims/deal-units.ts',
    from: ' && !codes.has(claim.pool)',
    to: ' && (!codes || true)',
    test: [dealing, 'a use of a code is not given back before its block ends'],
  },
  {
    guard: 'The last quote names what a cache forgot.',
    invariant: 'Q5',
    file: 'lambdas/units/claims/deal-units.ts',
    from: 'union(before.claims, previous)',
    to: 'union(before.claims, previous.slice(0, 0))',
    test: [dealing, 'a quote claims units of several pools, and asked again it keeps them'],
  },
  {
    guard: 'One registration has units dealt at one time only.',
    invariant: 'Q5',
    file: 'lambdas/units/claims/memcached-claims.ts',
    from: 'return markInAll(this.#pools, `claiming:${registrationId}`, claimingSeconds);',
    to: 'return markInAll(this.#pools, `claiming:${registrationId}:${Math.random()}`, claimingSeconds);',
    test: [dealing, 'one registration that asks many times at once is dealt once'],
  },
  {
    guard: 'What one pool gave is kept when another fails.',
    invariant: 'Q5',
    file: 'lambdas/units/claims/deal-units.ts',
    from: ".catch((error: unknown): Got => { report(error); return 'busy'; })",
    to: '',
    test: [dealing, 'what one pool gave is kept when another fails'],
  },
  {
    guard: 'What nobody can remember is given up again.',
    invariant: 'Q5',
    file: 'lambdas/units/claims/deal-units.ts',
    from: 'if (lost.length > 0) await ledger.drop(lost).catch(report);',
    to: '',
    test: [dealing, 'what nobody can remember is given up at once, and does not count'],
  },
  {
    guard: 'A slow database keeps nobody waiting for what they do not want any more.',
    invariant: 'Q5',
    file: 'lambdas/units/claims/postgres-unit-ledger.ts',
    from: 'await within(dropped, dropDeadlineMs);',
    to: 'await dropped;',
    test: [dealing, 'nobody waits long for a database that is slow to take back what they do not want any more'],
  },
  {
    guard: 'What is gone for somebody who has some of it is only held for all others.',
    invariant: 'Q5',
    file: 'lambdas/units/claims/deal-units.ts',
    from: 'if (lacks && claims.length + except.length === 0)',
    to: 'if (lacks)',
    test: [dealing, 'what is gone for somebody who has some of it is only held for all others'],
  },
  {
    guard: 'What the asker has is held by nobody else.',
    invariant: 'Q5',
    file: 'lambdas/ledger/unit-sql.ts',
    from: "${unitSql.isHeld('$1', '', 'AND n <> ALL ($2::int[])')}",
    to: "${unitSql.isHeld('$1', '', 'AND $2::int[] IS NOT NULL')}",
    test: [ledgers, 'what the asker has is held by nobody else'],
  },
  {
    guard: 'What is limited is signed with its claim.',
    invariant: 'Q1',
    file: 'lambdas/quote/limited-lines.ts',
    from: 'if (!isLimited) return [kind, ref, list, amount];',
    to: 'if (!isLimited || left) return [kind, ref, list, amount];',
    test: [whole, 'of two who want the last hoodie one has it'],
  },
  {
    guard: 'Nobody is quoted what they could not claim.',
    invariant: 'Q1',
    file: 'lambdas/quote/quote-registration.ts',
    from: "if (claimed.kind !== 'claimed') return claimed;",
    to: "if (claimed.kind === 'busy') return claimed; if (claimed.kind !== 'claimed') return { kind: 'unsettled' };",
    test: [whole, 'of two who want the last hoodie one has it'],
  },
  {
    guard: 'The card is charged for what is given, and for nothing else.',
    invariant: 'Q2',
    file: 'lambdas/registration/record/postgres-money-lines.ts',
    from: 'captureAmount: captureOf(one, given), lines: mine',
    to: 'captureAmount: captureOf(one, lines), lines: mine',
    test: [whole, 'who paid in time for what somebody else has by then is registered'],
  },
  {
    guard: 'A runner reads that something is short as soon as it is decided.',
    invariant: 'Q2',
    file: 'lambdas/registration/record/record-registrations.ts',
    from: 'statusesOf(submission, decided, recorded.lines)',
    to: 'statusesOf(submission, decided)',
    test: [whole, 'who paid in time for what somebody else has by then is registered'],
  },
  {
    guard: 'The units of a cancelled registration are sold again.',
    invariant: 'Q5',
    file: 'lambdas/registration/change/postgres-changes.ts',
    from: 'await sellUnitsAgain(sql, [registrationId], units);',
    to: '',
    test: [whole, 'of two who want the last hoodie one has it'],
  },
  {
    guard: 'The units of a registration whose payment failed are sold again.',
    invariant: 'Q5',
    file: 'lambdas/payment/settle/postgres-failed-payments.ts',
    from: 'await returnUnits( sql, spots.map(({ id }) => id), );',
    to: '',
    test: [whole, 'what a registration had whose payment failed is sold again'],
  },
  {
    guard: 'What was exchanged is sold again.',
    invariant: 'Q5',
    file: 'lambdas/registration/change/postgres-exchanges.ts',
    from: 'if (row.unit !== null) await sql.query(freeUnits, [[row.pool_id], [row.unit], [row.block]]);',
    to: '',
    test: [whole, 'who takes another size leaves the first one to others at once'],
  },
  {
    guard: 'What goes with a spot goes to its new runner.',
    invariant: 'Q5',
    file: 'lambdas/registration/change/postgres-transfers.ts',
    from: 'if (seat.form_revision !== null) await sql.query(moveLines, [fromId, transferId]);',
    to: '',
    test: [whole, 'a hoodie goes with the spot to another runner'],
  },
];
