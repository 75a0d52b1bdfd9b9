import type { Entry, MailRow, RaceFacts } from '../history';
import { mostWithin } from '../world/post-office';
import { LedgerSoFar } from './ledger-so-far';
import { findings, type Violation } from './violation';

const keyOf = ({ registrationId, template, generation }: Pick<MailRow, 'registrationId' | 'template' | 'generation'>) =>
  `${template} ${generation} of ${registrationId}`;

/** Every runner is told once, and told the truth. */
export const checkMail = (history: readonly Entry[], race: RaceFacts): readonly Violation[] => {
  const { violations, insist } = findings();
  const ledger = new LedgerSoFar(race);
  const sent = new Map<string, number>();
  const times: number[] = [];
  const accepted = new Set<string>();
  const fees = new Set<string>();
  /** Who was offered a move, and how often that had happened to this registration. */
  const offered: { readonly mover: string; readonly generation: number }[] = [];
  let buried = '';

  for (const entry of history) {
    const { step } = entry;
    if (entry.kind === 'committed') {
      for (const { id, registrationId: mover } of entry.changes.offers) {
        const before = [...ledger.offers.values()].filter(({ registrationId }) => registrationId === mover);
        if (!ledger.offers.has(id)) offered.push({ mover, generation: before.length + 1 });
      }
      ledger.apply(entry.changes);
    }
    if (entry.kind === 'submitted' && entry.answer === 'accepted') accepted.add(entry.registrationId);
    if (entry.kind === 'fee-quoted' || entry.kind === 'move-quoted') fees.add(entry.registrationId);
    // An operator looks after these messages.
    if (entry.kind === 'dead-letter') buried += entry.body;
    if (entry.kind === 'posted') {
      times.push(entry.at);
      if (entry.result !== 'accepted') continue;
      const key = keyOf(entry);
      sent.set(key, (sent.get(key) ?? 0) + 1);
      insist(sent.get(key) === 1, 'S7', step, `mail ${key} was sent ${sent.get(key)} times`);
      checkTruth(entry.registrationId, entry.template, step);
    }
    if (entry.kind === 'end') checkEverybody(entry.mails, step);
  }
  // With fewer mails a second than lanes, lanes take turns by their clocks, and SES's own limit decides.
  if (race.maxSendRate >= race.lanes) {
    const most = mostWithin(times);
    insist(
      most <= race.maxSendRate,
      'S8',
      history.length - 1,
      `${most} mails in a second, ${race.maxSendRate} are allowed`,
    );
  }
  return violations;

  function checkTruth(registrationId: string, template: string, step: number): void {
    const row = ledger.registrations.get(registrationId);
    const { outcome, ended } = row ?? {};
    const { state } = (row && ledger.paymentOf(row)) ?? {};
    const isTrue: Readonly<Record<string, boolean>> = {
      confirmation: outcome === 'confirmed' && (state === 'captured' || state === 'refunded'),
      'not-registered': outcome === 'refused' || outcome === 'duplicate',
      'payment-failed': outcome === 'confirmed' && state === 'failed',
      cancellation: ended === 'cancelled',
      transferred: ended === 'transferred',
      moved: ledger.moves.some((move) => move.registrationId === registrationId),
    };
    insist(isTrue[template] ?? true, 'S7', step, `${registrationId} got ${template}, and is ${outcome} and ${state}`);
  }

  /** A mail that left, or its row that says why not. */
  function checkEverybody(mails: readonly MailRow[], step: number): void {
    const listed = new Set(mails.map(keyOf));
    for (const { registrationId, state } of ledger.payments.values()) {
      const row = ledger.registrations.get(registrationId);
      if (!row || buried.includes(registrationId)) continue;
      // Of a fee or a difference for a spot that was not to be had nobody is told: the page says it.
      if (fees.has(registrationId) && row.person === null) continue;
      // A runner whom only the sweep knows cannot be mailed; with their submission in the queue they become known.
      if (row.person === null) {
        insist(
          !accepted.has(registrationId),
          'L4',
          step,
          `${registrationId} was accepted, and nobody knows who they are`,
        );
        continue;
      }
      // Who took a spot over has it, whatever became of the fee.
      const isPaid = state === 'captured' || state === 'refunded' || (row.paidAs !== null && state === 'failed');
      expectMail(registrationId, isPaid ? 'confirmation' : state === 'failed' ? 'payment-failed' : 'not-registered');
    }
    for (const row of ledger.registrations.values()) {
      const { id, ended, via, outcome, paidAs } = row;
      const { state } = ledger.paymentOf(row) ?? {};
      // A runner who is in gets the mail, no matter who paid.
      const isIn = outcome === 'confirmed' && (state === 'captured' || state === 'refunded');
      if (paidAs !== null && isIn && !buried.includes(paidAs)) expectMail(id, 'confirmation');
      if (ended === 'cancelled') expectMail(id, 'cancellation');
      if (ended === 'transferred') expectMail(id, 'transferred');
      if (via === 'transfer') expectMail(id, 'confirmation');
    }

    const moved = new Map<string, number>();
    for (const { registrationId } of ledger.moves) {
      const generation = (moved.get(registrationId) ?? 0) + 1;
      moved.set(registrationId, generation);
      expectMail(registrationId, 'moved', generation);
    }
    for (const { mover, generation } of offered) expectMail(mover, 'move-offer', generation);

    function expectMail(registrationId: string, template: string, generation = 1): void {
      const key = keyOf({ registrationId, template, generation });
      insist(listed.has(key), 'L4', step, `no mail: ${key}`);
    }
  }
};
