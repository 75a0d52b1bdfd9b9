// The page on which a draw is checked. It loads with its own script.

export const drawTitle = 'How the order was drawn';
export const readingDraw = 'Reading the files of the draw…';
export const none = 'Nothing was drawn for this race.';
export const notRead = {
  'not-there': 'The files of this draw are not there yet. They appear within some minutes after the draw.',
  network: 'The files of the draw cannot be read just now.',
  unreadable: 'The files of this draw are not as they should be, so nothing can be said of it. Ask the organiser.',
};
export const again = 'Try again';
export const drawnLead = (when: string, zone: string, listed: string) =>
  `At the opening on ${when} (${zone}), ${listed} passes were in the draw. Your browser computes it again on this page, from files that never change. You need not believe us.`;
export const missed = (round: string) =>
  `This draw had no public number. Round ${round} could not be had from any server for a minute, so the order comes from the secret and the list alone. That is rare. Ask the organiser why it happened.`;

export const testBeacon =
  'This draw took its public number from the test beacon of one machine. Everybody can know such a number before its time, so the draw proves nothing. A real race takes the number from drand.';

export const checksTitle = 'What your browser checked';
export const checking = 'Computing the draw again…';
export const verdict = (wrong: number, all: number) =>
  wrong === 0
    ? `This is the draw that was promised: ${all} checks, and none failed.`
    : `This is not the draw that was promised: ${wrong} of ${all} checks failed. Ask the organiser, and keep this page.`;
export const marks = { holds: 'Holds', fails: 'Does not hold', unknown: 'Not checked' };
export const checks = {
  secret: {
    title: 'The secret is the one that was promised',
    holds:
      'A fingerprint of it was published before anybody was on the list. So it could not be chosen to fit the list.',
    fails: 'The secret does not have the fingerprint that was published before the opening.',
  },
  'kept-secret': {
    title: 'The promise is the one that this browser saw',
    holds: 'This browser kept the fingerprint of the secret while you waited. It is the same.',
    fails: 'While you waited, this browser was shown another fingerprint of the secret.',
  },
  list: {
    title: 'The list is complete',
    holds: 'All 256 parts of the list together have the fingerprint that was published when it was closed.',
    fails: 'The parts of the list do not have the fingerprint that was published when it was closed.',
  },
  shard: {
    title: 'The part of the list that is yours is unchanged',
    holds: 'Every pass in it is there once and in order, as it was when the list was closed.',
    fails: 'The part of the list in which your pass belongs was changed after the list was closed.',
  },
  'kept-list': {
    title: 'The list is the one that this browser saw',
    holds: (at: string) => `This browser kept the fingerprint of the list at ${at}. It is the same.`,
    fails: 'At the draw, this browser was shown another list.',
  },
  round: {
    title: 'The public number came after the list',
    holds: (round: string, closed: string, at: string, isTest: boolean) =>
      `The list was closed at ${closed}. Round ${round} of ${isTest ? 'the test beacon' : 'drand'}, of ${at}, is the first one that is 6 seconds later.${isTest ? '' : ' Nobody could know it, and nobody could choose another one.'}`,
    fails: 'The public number is not of the round that follows the closing of the list, or not of drand.',
  },
  signature: {
    title: 'The public number is real',
    holds: (round: string, isTest: boolean) =>
      `${isTest ? 'The test beacon' : 'The members of drand, who are independent of us,'} signed round ${round}. Your browser verified ${isTest ? 'its' : 'their'} signature.`,
    fails: 'The members of drand did not sign this number.',
    missed: 'There was no public number.',
    unknown: 'The script that verifies the signature could not be loaded. The command below verifies it, too.',
  },
  seed: {
    title: 'Secret, list and public number give this order',
    holds: 'The number that orders everybody comes from these three, and from nothing else.',
    fails: 'The number that orders everybody does not come from these three.',
  },
  own: {
    title: 'Your pass was in the draw',
    holds: 'It is in the list.',
    late: 'It was recorded when the list was closed already, so it is among the late passes. It kept its turn.',
    fails: 'Your pass came in time, and is neither in the list nor among the late passes.',
    unknown:
      'It is not in the list. If it was recorded late, it keeps its turn, and is among the late passes when the line is over.',
  },
};

export const ownTitle = 'Your turn';
export const own = (turn: string, before: string, all: string) =>
  `Your turn is ${turn}. About ${before} of ${all} people came before you. Lower turns were called earlier.`;
export const ownUnknown =
  'This browser has no pass of this draw. On the device with which you waited, this page also computes your turn.';
export const ownLater = 'You came after the draw, so you were behind everybody in it, in order of arrival.';
export const ownLate = 'It was recorded late and counted all the same: you lost nothing.';
export const ownNotYet =
  'Your pass is not in the list. If it was recorded late, it keeps its turn. When the line is over, this page finds it among the late passes.';
export const ownMissing =
  'Your pass is neither in the list nor among the late passes, though this browser was in the draw. Ask the organiser, and keep this page.';

export const notProvedTitle = 'What this does not prove';
export const notProved = [
  'That every pass is a person. One person may have had several; each of them won no more than its share.',
  'That the organiser gave no spots away outside of the line, such as to sponsors.',
  'That we gave ourselves no passes before the opening. Such passes are in the list like everybody’s, and won no more than their share.',
  'The order of those who came after the opening. They are behind the draw, second by second.',
];

export const yourselfTitle = 'Check it without us';
export const yourself =
  'This page is ours. Whoever does not want to trust it runs one of these on their own computer, or writes a program of their own: what is computed fits on one page.';
export const command = (address: string) =>
  `npm run verify:draw -- ${address}\npython3 docs/draw/check_draw.py ${address}`;
export const files = {
  draw: 'All numbers of the draw',
  shard: 'One of 256 parts of the list',
  late: 'Late passes',
  calls: 'when whom was called',
  later: 'from the end of the line on',
};
