import { paymentOf } from '../ledger/changes';
import { type Tables, takenOf } from '../ledger/tables';
import { findCard, type World } from '../world';

type Finding = string | undefined;

/** What must hold in every reachable state. Returns the name of the first violation. */
export const findUnsafe = (world: World): Finding =>
  spotsAre(world.tables) ?? runnersAre(world.tables) ?? groupsAre(world) ?? offersAre(world.tables) ?? moneyIs(world);

const spotsAre = ({ event, spots, registrations }: Tables): Finding => {
  let live = 0;
  for (const { isLive, spot, block, outcome } of registrations) {
    if (!isLive && spot !== null) return 'S1: who gave their spot back has none';
    if (!isLive) continue;
    live++;
    if (outcome !== 'confirmed') return 'S1: only who is confirmed has a spot';
    if (registrations.filter((other) => other.spot === spot).length > 1) return 'S1: nobody shares a spot';
    if (!spots.some((row) => row.number === spot && row.block === block))
      return 'S1: a registration’s spot is there, and in its block';
  }
  if (live > spots.length) return 'S1: no more runners than spots';
  if (spots.length > event.capacity && spots.some(({ block }) => block === null))
    return 'S1: nothing is sellable beyond the capacity';
  return undefined;
};

const runnersAre = ({ registrations, waiting }: Tables): Finding => {
  for (const { isLive, person } of registrations) {
    if (!isLive) continue;
    if (registrations.filter((other) => other.isLive && other.person === person).length > 1)
      return 'S2: one live registration for each person';
    if (waiting.some((row) => row.person === person && (row.state === 'waiting' || row.state === 'offered')))
      return 'S11: who is in waits for nothing';
  }
  return undefined;
};

/** All of a group have one outcome and one payment. A row that only the sweep wrote has no companions yet. */
const groupsAre = ({ tables: { registrations, payments }, messages }: World): Finding => {
  for (const { id, companions } of messages) {
    if (!companions) continue;
    const lead = registrations.find((row) => row.id === id);
    const outcome = lead && lead.person !== null ? lead.outcome : undefined;
    for (const other of companions) {
      const row = registrations.find((one) => one.id === other.id);
      if (row?.outcome !== outcome) return 'S16: who comes together gets in together, or nobody does';
      if (row && row.paidAs !== id) return 'S16: who comes together is paid for together';
      if (payments.some(({ registrationId }) => registrationId === other.id)) return 'S16: one payment for a group';
    }
  }
  return undefined;
};

const offersAre = ({ blocks, spots, waiting }: Tables): Finding => {
  for (const { person, state, block: id, size, isConfirmed } of waiting) {
    if (state !== 'offered') continue;
    if (!isConfirmed) return 'S11: only a confirmed place is offered anything';
    const block = blocks.find((one) => one.id === id);
    if (!block || block.isClosed || block.owner !== person) return 'S11: an offer is open, and its owner’s';
    if (block.numbers.length !== size) return 'S16: who waits for several is offered as many';
    if (!spots.some((spot) => spot.block === id)) return 'S11: what is offered is there';
  }
  return undefined;
};

const moneyIs = (world: World): Finding => {
  const { registrations, payments } = world.tables;
  for (const { id, state, news, taken, given } of world.cards) {
    const row = registrations.find((one) => one.id === id);
    if ((state === 'captured' || state === 'refunded') && row?.outcome !== 'confirmed')
      return 'S4: only the confirmed are charged';
    const payment = payments.find(({ registrationId }) => registrationId === id);
    if (taken !== undefined && payment && taken !== takenOf(payment)) return 'P4: as much is taken as was decided';
    if (given > (taken ?? 0)) return 'P4: no more is given back than was taken';
    if (payment?.state === 'captured' && taken === undefined) return 'S4: nobody counts as charged who was not';
    if ((payment?.state === 'voided' || payment?.state === 'failed') && news.includes('captured'))
      return 'S4: never both captured and let go';
  }
  for (const row of registrations) {
    if (!row.isLive) continue;
    const payment = paymentOf(world.tables, row);
    const card = findCard(world, row.paidAs ?? row.id);
    if (card && card.given > 0 && (card.taken ?? 0) - card.given < owedFor(registrations, card))
      return 'S4: nobody runs for money given back';
    if (card?.state === 'asked') return 'S4: nobody runs without paying';
    // Until the processor's refusal is reported, they still have the spot.
    if (
      card?.state === 'voided' &&
      card.taken !== 0 &&
      !(payment?.state === 'authorised' && card.news.includes('failed'))
    )
      return 'S4: nobody runs without paying';
  }
  return undefined;
};

/** What the remaining registrations of a payment cost, in cents. */
const owedFor = (
  registrations: Tables['registrations'],
  { id, amount, taken = amount }: World['cards'][number],
): number =>
  registrations
    .filter((row) => row.isLive && (row.paidAs ?? row.id) === id)
    .reduce((sum, { share }) => sum + (share ?? taken), 0);
