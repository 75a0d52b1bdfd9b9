import type { MoveSubmission, TransferSubmission } from '../../../lambdas/registration/submit/submit-transfer';
import { waiverHash } from '../race';
import type { System } from '../system';
import { askedCard } from '../world/bank';
import type { World } from '../world/machine';
import { answerBank } from './bank-customer';
import type { Browser } from './browser';
import { runnerOf } from './runner-of';

const [second, minute] = [1000, 60_000];

interface Payer {
  readonly world: World;
  readonly system: System;
  readonly browser: Browser;
  readonly person: string;
}

const mostQuotes = 4;
const mostRequests = 6;

/**
 * Takes over what a friend offers, for a fee. Some have it quoted again although they paid: their page was closed, or the
 * answer was lost.
 */
export const payFee = async (payer: Payer, transferId: string, token: string): Promise<void> => {
  const { world, system, browser, person } = payer;
  const { random, history } = world;
  const runner = runnerOf(person);
  await browser.pause(random.whole(second, 20 * minute));
  for (let n = 0; n < mostQuotes; n++) {
    const wish = { transferId, token, recipient: runner, waiverHash };
    const answer = await browser.ask(system.change, (change) => change.quote(wish));
    const kind = typeof answer === 'string' ? answer : answer.kind;
    if (typeof answer === 'string' || answer.kind !== 'quoted') {
      history.add({ kind: 'fee-quoted', registrationId: transferId, answer: kind });
      if (kind !== 'error') return;
      await browser.pause(random.whole(second, minute));
      continue;
    }
    const { registrationId, fee: total, expiresAt } = answer.quote;
    history.add({ kind: 'fee-quoted', registrationId, answer: kind, total, expiresAt });
    // Some take longer than the quote is good for.
    await browser.pause(random.chance(0.15) ? random.whole(8 * minute, 11 * minute) : random.whole(0, minute));
    const said = { transfer: answer.signed, runner, waiverHash };
    const paid = await payQuoted(payer, { registrationId, token, said, expiresAt });
    if (paid === 'gone' || (paid === 'accepted' && !random.chance(0.2))) return;
  }
};

interface Quoted {
  readonly registrationId: string;
  readonly token: string;
  /** With the quote. */
  readonly said: Pick<TransferSubmission, 'transfer' | 'runner' | 'waiverHash'> | Pick<MoveSubmission, 'move'>;
  readonly expiresAt: number;
}

/** With one quote: cards, errors and questions of the bank, until the answer is definite. */
export const payQuoted = async ({ world, system, browser }: Omit<Payer, 'person'>, quoted: Quoted): Promise<string> => {
  const { random, history } = world;
  const { registrationId, token, said, expiresAt } = quoted;
  const isAsked = random.chance(0.4);
  let cards = 0;
  const newCard = () =>
    `ctoken_${registrationId.replaceAll('-', '')}_${++cards}${isAsked && random.chance(0.85) ? `_${askedCard}` : ''}`;
  const send = async (confirmationToken: string, resume: string | undefined) => {
    history.add({ kind: 'submit', registrationId, companions: [], session: '', ...(resume && { resume }) });
    const card = { confirmationToken, ...(resume && { resume }) };
    const answer = await browser.ask(system.pay, (submit) => submit({ registrationId, token, ...card, ...said }));
    const heard = typeof answer === 'string' ? ({ kind: answer } as const) : answer;
    history.add({ kind: 'submitted', registrationId, answer: heard.kind });
    return heard;
  };
  let card = newCard();
  let resume: string | undefined;
  for (let n = 0; n < mostRequests; n++) {
    const answer = await send(card, resume);
    if (answer.kind === 'action-required') {
      const { clientSecret, payment } = answer;
      const next = await answerBank(
        { world, system, browser, registrationId, isSteady: false },
        { clientSecret, expiresAt, askElsewhere: () => send(card, payment) },
      );
      if (next === 'gone') return 'given up';
      if (next === 'another card') [card, resume] = [newCard(), undefined];
      else resume = random.chance(0.8) ? payment : undefined;
      continue;
    }
    const { kind } = answer;
    if (kind !== 'error' && kind !== 'payment-unknown' && kind !== 'declined') return kind;
    await browser.pause(random.whole(500, 30_000));
    if (kind === 'declined') [card, resume] = [newCard(), undefined];
  }
  return 'given up';
};
