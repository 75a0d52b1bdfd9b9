import type { Changes, Entry } from './history';

/** A history for people: a line for each entry, long ids cut to their last characters. */
export const printTrace = (history: readonly Entry[], say: (line: string) => void): void => {
  const [first] = history;
  for (const entry of history) {
    const seconds = ((entry.at - (first?.at ?? 0)) / 1000).toFixed(1).padStart(9);
    say(`${String(entry.step).padStart(5)} ${seconds}s  ${short(lineOf(entry))}`);
  }
};

const short = (line: string): string =>
  line.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{6}/g, '…');

const lineOf = (entry: Entry): string => {
  if (entry.kind === 'committed') return `committed by ${entry.by}: ${linesOf(entry.changes).join('; ')}`;
  const { step: _step, at: _at, kind, ...rest } = entry;
  const words = Object.entries(rest).map(([name, value]) =>
    typeof value === 'object' ? `${name} ${JSON.stringify(value)}` : `${name} ${value}`,
  );
  return [kind.toUpperCase(), ...words].join(' ');
};

const linesOf = ({
  registrations,
  payments,
  spots,
  otherSpots,
  blocks,
  waiting,
  mails,
  offers,
  moves,
}: Changes): string[] => [
  ...registrations.map(
    ({ id, person, outcome, isLive, spot, via }) =>
      `registration ${id} of ${person?.split('|')[0] ?? 'nobody'} ${outcome} ${isLive ? `on spot ${spot}` : 'without spot'} via ${via}`,
  ),
  ...payments.map(({ registrationId, wanted, state }) => `payment ${registrationId} ${state}, wanted ${wanted}`),
  ...[...spots, ...otherSpots].map(({ number, block }) => `spot ${number} ${block ? `in ${block}` : 'sellable'}`),
  ...blocks.map(({ id, numbers, isClosed }) => `block ${id} [${numbers.join(' ')}]${isClosed ? ' closed' : ''}`),
  ...waiting.map(({ person, state, rank }) => `${person.split('|')[0]} ${state}, rank ${rank}`),
  ...offers.map(
    ({ registrationId, to, amount, state }) => `move of ${registrationId} to the ${to} event for ${amount} ${state}`,
  ),
  ...moves.map(
    ({ registrationId, from, to, refund }) => `${registrationId} moved from ${from} to ${to}, ${refund} back`,
  ),
  ...mails.map(({ registrationId, template, state }) => `mail ${template} of ${registrationId} ${state}`),
];
