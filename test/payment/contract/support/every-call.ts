import { charge, newRegistration, soon } from '../../support/shop';
import type { Exchange } from './recorder';
import type { Stand } from './stand';

/** Makes the adapter send every request that it can send, to the sandbox, and returns what was said. */
export const everyCall = async ({ recorder, processor, list, failedRefunds }: Stand): Promise<readonly Exchange[]> => {
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

  const lost = await authorised('pm_card_refundFail');
  await processor.capture(lost.id, lost.paid);
  await processor.refund(lost.id, lost.paid);
  await failedRefunds.failed(lost.id);

  // Refused: another amount, an unknown payment, a void of a captured one, a capture of a voided one.
  await processor.authorise({ ...kept.paid, amount: 1, paymentMethod: 'pm_card_visa' }, soon());
  await processor.fetch('pi_unknown');
  await processor.void(kept.id, kept.paid);
  await processor.capture(given.id, given.paid);
  return recorder.take();
};
