import { until } from '../../../support/until';
import { charge, newRegistration, soon } from '../../support/shop';
import type { Exchange } from './recorder';
import { answerBank, type Stand } from './stand';

/** Makes the adapter send every request that it can send, to the sandbox, and returns what was said. */
export const everyCall = async (stand: Stand): Promise<readonly Exchange[]> => {
  const { recorder, sdk, processor, list, failedRefunds, disputes } = stand;
  /** A card's payment of a new registration, authorised. */
  const authorised = async (paymentMethod: string) => {
    const paid = { ...charge(newRegistration()), raceId: 'city-run', eventId: 'e1' };
    const answer = await processor.authorise({ ...paid, paymentMethod }, soon());
    if (answer.kind !== 'authorised') throw new Error(`The card was not authorised: ${answer.kind}`);
    return { id: answer.authorisation, paid };
  };

  recorder.take();
  const kept = await authorised('pm_card_visa');
  await processor.capture(kept.id, kept.paid);
  await processor.refund(kept.id, { ...kept.paid, amount: 2500 });
  const given = await authorised('pm_card_mastercard');
  await processor.void(given.id, given.paid);
  await processor.fetch(kept.id);
  await processor.find(given.paid.registrationId);
  await processor.open(charge());
  for await (const page of list.held(new Date(Date.now() - 60_000), new Date())) page.slice();

  // A bank that asks, and a payment that goes on.
  const asked = charge(newRegistration());
  const { id: confirmationToken } = await sdk.testHelpers.confirmationTokens.create({
    payment_method: 'pm_card_authenticationRequired',
  });
  const question = await processor.authorise({ ...asked, confirmationToken }, soon());
  if (question.kind !== 'action-required') throw new Error(`The bank did not ask: ${question.kind}`);
  await answerBank(stand.target, question.clientSecret, 'pass');
  await processor.resume(question.authorisation, asked, soon());

  // Another amount after a card was declined.
  const dear = { ...charge(newRegistration()), amount: 6500 };
  await processor.authorise({ ...dear, paymentMethod: 'pm_card_chargeDeclined' }, soon());
  const tried = { opened: 6500, rounds: 1 };
  await processor.authorise({ ...dear, amount: 4500, paymentMethod: 'pm_card_visa', tried }, soon());

  const lost = await authorised('pm_card_refundFail');
  await processor.capture(lost.id, lost.paid);
  await processor.refund(lost.id, lost.paid);
  await failedRefunds.failed(lost.id);
  for await (const page of failedRefunds.since(new Date(Date.now() - 60_000))) page.slice();

  const disputed = await authorised('pm_card_createDispute');
  await processor.capture(disputed.id, disputed.paid);
  const [found] = await until(async () => {
    const all = await disputes.ofPayment(disputed.id);
    return all.length > 0 && all;
  });
  await disputes.find(found?.dispute.id ?? '');
  for await (const page of disputes.since(new Date(Date.now() - 60_000))) page.slice();
  await processor.refund(disputed.id, disputed.paid);

  // Refused: another amount, an unknown payment, a void of a captured one, a capture of a voided one.
  await processor.authorise({ ...kept.paid, amount: 1, paymentMethod: 'pm_card_visa' }, soon());
  await processor.fetch('pi_unknown');
  await processor.void(kept.id, kept.paid);
  await processor.capture(given.id, given.paid);
  return recorder.take().filter(({ path }) => !path.includes('confirmation_tokens'));
};
