import type { MoveStep } from './steps';
import type { MoveConfiguration } from './world';

const nothing: MoveConfiguration = {
  spots: 1,
  offers: 1,
  tries: 1,
  moves: 0,
  buyers: 0,
  ends: 0,
  repeats: 0,
  disputes: 0,
};

/** `states` is a lower bound: a model that lost its moves would find nothing. */
export const moveWorlds: readonly {
  readonly what: string;
  readonly states: number;
  readonly world: MoveConfiguration;
}[] = [
  {
    what: 'two tabs that pay for one offer, delivered again, while others register',
    states: 150,
    world: { ...nothing, tries: 2, buyers: 1, repeats: 2 },
  },
  {
    what: 'a runner who is offered two moves, and whom a director moves for nothing',
    states: 4_500,
    world: { ...nothing, spots: 2, offers: 2, tries: 2, moves: 2, buyers: 1, repeats: 1 },
  },
  {
    what: 'a runner who gives the spot back or passes it on while they pay',
    states: 2_000,
    world: { ...nothing, offers: 2, tries: 2, moves: 1, buyers: 1, ends: 1, repeats: 1 },
  },
  {
    what: 'a runner who disputes what they paid, and is moved back or gives the spot back',
    states: 500,
    world: { ...nothing, offers: 2, tries: 2, moves: 2, ends: 1, disputes: 3 },
  },
];

interface MoveMutant {
  readonly guard: MoveStep;
  readonly world: MoveConfiguration;
  readonly violates: string;
}

export const moveMutants: readonly MoveMutant[] = [
  {
    guard: 'an offer keeps a spot that is sellable',
    world: { ...nothing, buyers: 1 },
    violates: 'a runner has a spot that is kept for somebody else, or for sale',
  },
  {
    guard: 'a spot that is kept is looked at by its block',
    world: { ...nothing, buyers: 1 },
    violates: 'a spot has two runners',
  },
  {
    guard: 'the late take only what is sellable',
    world: { ...nothing, buyers: 1 },
    violates: 'a spot has two runners',
  },
  {
    guard: 'an offer is taken once',
    world: { ...nothing, spots: 2, tries: 2, moves: 1 },
    violates: 'somebody is moved twice by one offer',
  },
  {
    guard: 'a try is decided once',
    world: { ...nothing, repeats: 1 },
    violates: 'somebody is moved without a charge',
  },
  { guard: 'who moves is charged', world: nothing, violates: 'somebody is moved without a charge' },
  { guard: 'who is not moved is let go', world: nothing, violates: 'somebody is charged without a move' },
  { guard: 'the former spot comes back', world: nothing, violates: 'a spot is lost' },
  {
    guard: 'nothing is given back before it is taken',
    world: { ...nothing, moves: 1 },
    violates: 'money goes back while it is being charged',
  },
  {
    guard: 'nothing is given back while a bank looks at it',
    world: { ...nothing, ends: 1, disputes: 1 },
    violates: 'money goes back while a bank looks at it',
  },
  {
    guard: 'what a bank took back counts as given back',
    world: { ...nothing, ends: 1, disputes: 1 },
    violates: 'money goes back that a bank has',
  },
  {
    guard: 'nothing is given back of what a bank took back',
    world: { ...nothing, ends: 1, disputes: 1 },
    violates: 'money goes back that a bank has',
  },
];
