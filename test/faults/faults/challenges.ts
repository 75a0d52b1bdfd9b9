import type { Challenge, Reaction } from '../../../loadtest/people/journey';
import type { Fault } from '../fault';

/** The sandbox's test cards: see local/processor/cards.ts. */
const asked = '4000002760003184';
const askedTwice = '4000000000008088';
const askedThenDeclined = '4000008400001629';
const silentAtSecondConfirm = '4000000000008096';

/** The bank of every n-th runner asks: the challenges come in turn. */
const every =
  (n: number, ...challenges: readonly Challenge[]) =>
  (runner: number): Challenge | undefined =>
    runner % n === 0 ? challenges[(runner / n) % challenges.length] : undefined;

const of = (card: string, ...reactions: readonly Reaction[]): readonly Challenge[] =>
  reactions.map((reaction) => ({ card, reaction }));

export const banksAsk: Fault = {
  name: 'banks that ask',
  what: 'the bank of every second runner asks, now and then twice; one in seven declines all the same, one is not believed and pays with another card, and one leaves the bank waiting.',
  challengeOf: every(
    2,
    ...of(asked, 'passed', 'abandoned', 'passed', 'failed'),
    ...of(askedTwice, 'passed'),
    ...of(askedThenDeclined, 'passed'),
    ...of(asked, 'passed'),
  ),
  strike: (_, moment) => moment.held(1),
};

export const banksLeftWaiting: Fault = {
  name: 'banks left waiting',
  what: 'the bank of every third runner asks, and the runner closes the window and never comes back.',
  challengeOf: every(3, ...of(asked, 'abandoned')),
  strike: (_, moment) => moment.held(1),
};

export const silentAfterChallenge: Fault = {
  name: 'no answer after the bank',
  what: 'for every fourth runner the processor holds the money after the bank has asked, and does not answer.',
  challengeOf: every(4, ...of(silentAtSecondConfirm, 'passed')),
  lasts: 15,
  strike: (_, moment) => moment.held(1),
};
