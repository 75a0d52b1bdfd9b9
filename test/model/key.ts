import type { World } from './world';

/**
 * Two worlds with the same key continue in the same way. Fields that nothing is decided by (why a row ended, how it
 * came) are left out.
 */
export const keyOf = ({ tables, messages, asked, cards, done }: World): string => {
  const { event, spots, blocks, registrations, payments, waiting } = tables;
  let key = `${event.capacity},${event.nextNumber},${event.currentBlock}${event.sale === 'on' ? '' : event.sale}`;
  for (const { number, block } of spots) key += `|${number}${cutBlock(block)}`;
  key += '#';
  for (const { owner, numbers, isClosed } of blocks) key += (isClosed ? '-' : '+') + (owner ?? '') + numbers.join('.');
  key += '#';
  for (const { id, person, outcome, isLive, spot, block, paidAs } of byId(registrations))
    key += `${id}${person ?? '?'}${outcome[0]}${isLive ? `${spot}${cutBlock(block)}` : '-'}${paidAs ?? ''},`;
  key += '#';
  for (const {
    registrationId,
    wanted,
    state,
    authorisation,
    captureAmount,
    refund,
    refundOrdered,
    refunded,
  } of inOrder(payments, (a, b) => a.registrationId < b.registrationId))
    key += `${registrationId}${wanted[0]}${state[0]}${authorisation === null ? '?' : ''}${captureAmount ?? ''}${refund === null ? '' : `${refund}.${refundOrdered}.${refunded}`},`;
  key += '#';
  for (const { placeId, person, rank, state, block, size, isConfirmed } of inOrder(
    waiting,
    (a, b) => a.position < b.position,
  ))
    key += `${placeId}${person}${rank}${state[0]}${block ?? ''}${size > 1 ? size : ''}${isConfirmed ? '' : '!'},`;
  key += '#';
  for (const submitted of [messages, asked]) {
    for (const { id, block, spot, companions } of byId(submitted)) {
      key += `${id}${block}.${spot}`;
      if (companions) for (const other of companions) key += `.${other.spot}`;
      key += ',';
    }
    key += '#';
  }
  for (const { id, amount, state, taken = amount, given, orders, captures, refunds, news, newsOfRefunds } of byId(
    cards,
  )) {
    key += id + (state === 'asked' ? '?' : state[0]);
    if (taken !== amount) key += taken;
    for (const order of orders) key += order[0];
    if (captures.length > 1 || (captures[0] ?? amount) !== amount) key += captures.join('/');
    for (const one of news) key += one[0];
    for (const { amount } of refunds) key += `r${amount}`;
    if (given > 0) key += `g${given}:${newsOfRefunds.join('.')}`;
  }
  return `${key}#${done.capacityChanges}.${done.saleChanges}.${done.cancellations}${done.transfers}${done.joins.join('')}`;
};

/** One name for all blocks of late runners, whose ids nobody else knows. */
const cutBlock = (id: string | null): string =>
  id === null ? '_' : id.startsWith('b') || id.startsWith('p') ? id : '*';

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) => inOrder(rows, (a, b) => a.id < b.id);

/** Sorts where it is needed, which is rare. */
const inOrder = <Row>(rows: readonly Row[], isBefore: (a: Row, b: Row) => boolean): readonly Row[] => {
  for (let n = 1; n < rows.length; n++) {
    const [one, next] = [rows[n - 1], rows[n]];
    if (one !== undefined && next !== undefined && isBefore(next, one))
      return [...rows].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }
  return rows;
};
