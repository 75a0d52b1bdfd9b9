import { refundOf } from '../../../lambdas/registration/change/change-rules';
import type { AccessRequest } from '../../../lambdas/registration/show/access';
import { type Race, waiverHash } from '../race';
import type { System } from '../system';
import type { World } from '../world/machine';
import type { Browser } from './browser';
import { runnerOf } from './runner-of';

const [second, minute] = [1000, 60_000];

/** A registered runner who cannot come after all. */
export type Mind = 'cancels' | 'passes on' | 'passes on, then cancels' | 'passes on, then keeps';

interface Owner {
  readonly world: World;
  readonly system: System;
  readonly race: Race;
  readonly browser: Browser;
  readonly person: string;
  /** What they paid, in cents. */
  readonly paid: number;
  /** Milliseconds before they decide. */
  readonly after: number;
}

/** Gives a spot back, or offers it to a friend; repeats the request until the answer is definite. */
export const changeMind = async (owner: Owner, question: AccessRequest, mind: Mind): Promise<void> => {
  const { world, system, race, browser, person, paid, after } = owner;
  const { registrationId } = question;

  const cancel = (of: AccessRequest, isStranger?: true) =>
    insistOn(browser, world, async () => {
      const ask = (expected: number) => browser.ask(system.change, (change) => change.cancel(of, expected));
      const first = await ask(refundOf(paid, race.refundPercent));
      // In a race with a form, and of somebody who was moved, the status says what comes back.
      const isOther = (race.form || race.other) && typeof first !== 'string' && first.kind === 'refund-changed';
      const answer = isOther ? await ask(first.refund) : first;
      const kind = typeof answer === 'string' ? answer : answer.kind;
      const refund = typeof answer !== 'string' && answer.kind === 'cancelled' ? answer.refund : undefined;
      world.history.add({
        kind: 'changed',
        registrationId,
        what: 'cancel',
        answer: kind,
        ...(refund !== undefined && { refund }),
        ...(isStranger && { isStranger }),
      });
      return kind;
    });

  const offer = (transferId: string) =>
    insistOn(browser, world, async () => {
      const recipient = { firstName: `friend-of-${person}`, email: `friend-of-${person}@example.com` };
      const answer = await browser.ask(system.change, (change) =>
        change.offerTransfer(question, { transferId, recipient }),
      );
      const kind = typeof answer === 'string' ? answer : answer.kind;
      world.history.add({ kind: 'changed', registrationId, what: 'offer', answer: kind });
      return kind;
    });

  const withdraw = () =>
    insistOn(browser, world, async () => {
      const answer = await browser.ask(system.change, (change) => change.withdrawTransfer(question));
      const kind = typeof answer === 'string' ? answer : answer.kind;
      world.history.add({ kind: 'changed', registrationId, what: 'withdraw', answer: kind });
      return kind;
    });

  await browser.pause(after);
  // A stranger who knows the id but not the session cannot give anything back.
  if (world.random.chance(0.2)) await cancel({ ...question, sessionHash: 'the session of a thief' }, true);
  if (mind !== 'cancels') await offer(world.random.uuid(world.time.now));
  await browser.pause(mind === 'cancels' ? 0 : world.random.whole(second, 40 * minute));
  if (mind === 'cancels' || mind === 'passes on, then cancels') await cancel(question);
  if (mind === 'passes on, then keeps') await withdraw();
};

/** Accepts what a friend offers, by the link in the mail. */
export const takeOver = async (
  { world, system, browser, person }: Omit<Owner, 'race' | 'paid' | 'after'>,
  transferId: string,
  token: string,
): Promise<void> => {
  await browser.pause(world.random.whole(second, 40 * minute));
  await insistOn(browser, world, async () => {
    const answer = await browser.ask(system.change, (change) =>
      change.acceptTransfer(transferId, token, runnerOf(person), waiverHash),
    );
    const kind = typeof answer === 'string' ? answer : answer.kind;
    const number = typeof answer !== 'string' && answer.kind === 'accepted' ? answer.number : undefined;
    world.history.add({
      kind: 'changed',
      registrationId: transferId,
      what: 'accept',
      answer: kind,
      ...(number !== undefined && { number }),
    });
    return kind;
  });
};

/** Until an answer is final, or they give up. */
const insistOn = async (browser: Browser, { random }: World, ask: () => Promise<string>): Promise<string> => {
  let answer = 'error';
  for (let n = 0; n < 8; n++) {
    answer = await ask();
    if (answer !== 'error' && answer !== 'settling') return answer;
    await browser.pause(random.whole(second, 3 * minute));
  }
  return answer;
};
