import { type Random, random } from '../support/random';
import { type Entry, History } from './history';
import { type Mutant, unchanged } from './mutants/mutant';
import type { Mind } from './people/change-of-mind';
import type { Character, Friend } from './people/character';
import { Confirmer } from './people/confirmer';
import { Director } from './people/director';
import { MovePayer } from './people/move-payer';
import { MovingDirector } from './people/moving-director';
import { Visitor } from './people/runner';
import { TransferRecipient } from './people/transfer-recipient';
import { type Race, stockOf } from './race';
import { openSystem, type System } from './system';
import { FaultPlan } from './world/fault-plan';
import type { World } from './world/machine';
import { eventOf } from './world/moves';
import { withVirtualGlobals } from './world/virtual-globals';
import { RestlessError, VirtualTime } from './world/virtual-time';

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const start = Date.UTC(2027, 2, 1, 10);
/** What does not come to rest within this time after the faults never will. */
const longestRest = 40 * hour;

/** `form`: people are quoted and buy what is limited. `moves`: runners are moved between two events. */
export type Kind = 'plain' | 'form' | 'moves';

/** One race in one world, from the first runner until nothing moves any more. The same seed gives the same history. */
export const simulate = async (
  seed: number,
  mutant: Mutant = unchanged,
  kind: Kind = 'plain',
): Promise<readonly Entry[]> => {
  const chance = random(seed);
  const time = new VirtualTime(chance, start);
  const history = new History(() => time.now);
  const world: World = { time, history, random: chance, faultPlan: new FaultPlan(chance, time, history) };
  try {
    await withVirtualGlobals(time, chance, () => play(world, mutant, kind, seed % 3 === 0));
  } catch (error) {
    // Such a history has no end, and the checks say so.
    if (!(error instanceof RestlessError)) throw error;
  }
  return history.entries;
};

/** What passing a spot on costs, where it does: in cents. */
const transferFee = 1_500;

const play = async (world: World, mutant: Mutant, kind: Kind, hasFee: boolean): Promise<void> => {
  const { time, history } = world;
  const plain = { ...aRace(world.random), ...(hasFee && { transferFee }) };
  const hasForm = kind === 'form';
  const race = hasForm ? withForm(world.random, plain) : kind === 'moves' ? withOther(world.random, plain) : plain;
  // Where clocks differ by more than a hold lasts, some holds have ended before they are seen.
  world.faultPlan.mostSkew = Math.min(world.faultPlan.mostSkew, race.holdSeconds / 2);
  const [lanes, maxSendRate] = [world.random.whole(3, 5), world.random.whole(2, 8)];
  const { capacity, opensAt, closesAt, dearerAt, refundPercent, holdSeconds } = race;
  const { calmFrom } = world.faultPlan;
  history.add({
    kind: 'race',
    capacity,
    opensAt,
    closesAt,
    dearerAt,
    refundPercent,
    holdSeconds,
    calmFrom,
    lanes,
    maxSendRate,
    ...(hasFee && { transferFee }),
    ...(race.other && { other: race.other }),
    ...(hasForm && { stock: stockOf(race) }),
    ...(race.form?.perAddress !== undefined && { perAddress: race.form.perAddress }),
  });
  // Blocks of a race this small would have one spot each. Every other world cuts blocks as large as a big race's. Some
  // worlds cut everything at once: only a block that is long enough deals to a group.
  const rules = { ...mutant.rules, blockSize: world.random.pick([mutant.rules.blockSize, coarse, coarse, all]) };
  const visitors: { readonly isDone: boolean }[] = [];
  const come = (who: Character) => visitors.push(new Visitor(world, system, race, who));
  const system = openSystem({
    world,
    race,
    mutant: { ...mutant, rules },
    lanes,
    maxSendRate,
    arrives: ({ template }, { recipient, text }) => {
      const [, placeId, ticket] = /waiting-list\/([^#\s]+)#(\S+)/.exec(text) ?? [];
      if (template === 'place-confirmation' && placeId && ticket && world.random.chance(0.85))
        visitors.push(new Confirmer(world, system, recipient, placeId, ticket));
      if (template === 'offer' && ticket && world.random.chance(0.7))
        come(acceptor(world, recipient, ticket, sizeOf(system, recipient)));
      const [, transferId, token] = /transfers\/([^#\s]+)#(\S+)/.exec(text) ?? [];
      if (template === 'transfer-offer' && transferId && token && world.random.chance(0.8))
        visitors.push(new TransferRecipient(world, system, race, recipientOf(world, recipient), transferId, token));
      // Some let it be, and some pay in two tabs.
      const tabs = template === 'move-offer' ? world.random.pick([0, 1, 1, 1, 1, 2]) : 0;
      if (transferId && token)
        for (let tab = 0; tab < tabs; tab++) visitors.push(new MovePayer(world, system, recipient, transferId, token));
    },
  });
  for (const who of crowd(world, race.capacity)) come(who);
  visitors.push(new Director(world, system, race));
  if (race.other) visitors.push(new MovingDirector(world, system, race, race.other));
  await rest(world, system, visitors);

  // What came back is for sale: a runner who comes now, without faults, must get it.
  for (let wave = 0; wave < 3 && unsold(system) > 0 && time.now < race.closesAt - hour; wave++) {
    for (const who of lateBuyers(world, unsold(system) + 1, wave)) come(who);
    await rest(world, system, visitors);
  }
  history.add({
    kind: 'end',
    waiting: system.waiting(),
    outbox: system.database.state.outbox.length,
    isOpen: time.now < race.closesAt - hour && system.database.state.jobs.length === 0,
    mails: system.database.state.mails.map(({ registrationId, template, generation, state }) => ({
      registrationId,
      template,
      generation,
      state,
    })),
  });
};

const coarse = (sellable: number) => Math.ceil(sellable / 2);
const all = (sellable: number) => sellable;

const aRace = (random: Random): Race => {
  const opensAt = start + random.whole(0, 30) * second;
  const closesSoon = random.chance(0.1);
  return {
    raceId: 'harbour',
    eventId: random.uuid(start),
    capacity: random.whole(3, 12),
    opensAt,
    closesAt: opensAt + (closesSoon ? random.whole(5, 40) * minute : 72 * hour),
    dearerAt: opensAt + random.whole(1, 40) * minute,
    changesUntil: opensAt + random.whole(10, 240) * minute,
    refundPercent: random.pick([0, 50, 90, 100]),
    holdSeconds: random.pick([180, 600, 600, 1200]),
  };
};

/**
 * Fewer shirts and uses than runners, mostly. A code is used by one, or its uses are dealt from blocks. In some worlds nobody may have
 * claimed half of what there is.
 */
const withForm = (random: Random, race: Race): Race => {
  const shirts = { id: random.uuid(start), stock: random.whole(1, race.capacity) };
  const uses = { id: random.uuid(start), stock: random.pick([1, 3, 6, 12]) };
  const perAddress = Math.max(4, Math.ceil((shirts.stock + uses.stock) / 2));
  return { ...race, form: { shirts, uses, ...(random.chance(0.25) && { perAddress }) } };
};

/** Another event, which costs less, as much, or more, and has few spots. */
const withOther = (random: Random, race: Race): Race => ({
  ...race,
  other: { eventId: random.uuid(start), spots: random.whole(1, 5), price: random.pick([3_000, 4_500, 5_000, 6_000]) },
});

const minds: readonly [Mind, ...Mind[]] = ['cancels', 'passes on', 'passes on, then cancels', 'passes on, then keeps'];

const crowd = ({ random, time, faultPlan }: World, capacity: number): Character[] => {
  const shareWhoWait = random.pick([0.1, 0.4, 0.9]);
  const shareAsked = random.pick([0, 0.2, 0.4, 0.9]);
  return Array.from({ length: Math.min(30, Math.round(capacity * (0.8 + random.next() * 3.2)) + 3) }, (_, n) => {
    const isTwin = n > 0 && random.chance(0.08);
    const registrationId = random.uuid(time.now);
    const isPoison = !isTwin && faultPlan.strikes('poison', registrationId);
    const person = isPoison ? `poison-${n}` : `runner-${isTwin ? random.whole(0, n - 1) : n}`;
    const friends = random.chance(1 / 6) ? friendsOf(random, time.now, person, random.whole(1, 2)) : [];
    const changesMind = random.chance(friends.some(({ mind }) => mind) ? 0.7 : 0.3);
    return {
      person,
      registrationId,
      ...(friends.length > 0 && { companions: friends }),
      session: `session-${random.chance(0.1) ? 0 : n}`,
      arrives: random.chance(0.7) ? Math.round(2 * minute * random.next() ** 2) : random.whole(0, 50 * minute),
      thinks: random.chance(0.4) ? random.whole(4 * minute, 11 * minute) : random.whole(0, 90 * second),
      tries: random.whole(1, 8),
      clicksTwice: random.chance(0.15),
      isRobbed: random.chance(0.08),
      isAsked: random.chance(shareAsked),
      waits: !isPoison && random.chance(shareWhoWait),
      ...(changesMind && { mind: random.pick(minds) }),
    };
  });
};

/** The companions; sometimes one who also comes alone, or the same one twice. */
const friendsOf = (random: Random, now: number, person: string, howMany: number): Friend[] =>
  Array.from({ length: howMany }, (_, n) => ({
    person: random.chance(0.06) ? `runner-${random.whole(0, 9)}` : `${person}-friend-${n}`,
    registrationId: random.uuid(now),
    ...(random.chance(0.4) && { mind: random.pick(minds) }),
  }));

/** The person whom a spot is passed on to; sometimes one who is already in. */
const recipientOf = ({ random }: World, recipient: string): string =>
  random.chance(0.15) ? `runner-${random.whole(0, 5)}` : (recipient.split('@')[0] ?? '');

/** How many spots they waited for. */
const sizeOf = ({ database }: System, recipient: string): number =>
  database.state.tables.waiting.find(({ person }) => person.includes(`|${recipient}|`))?.size ?? 1;

/** A runner with an offer in their inbox: some are too late, and some come with fewer than they said. */
const acceptor = ({ random, time }: World, recipient: string, ticket: string, size: number): Character => ({
  person: recipient.split('@')[0] ?? '',
  ...(size > 1 && {
    companions: friendsOf(random, time.now, recipient.split('@')[0] ?? '', size - (random.chance(0.1) ? 2 : 1)),
  }),
  registrationId: random.uuid(time.now),
  session: `session of ${recipient}`,
  arrives: random.whole(1, 80) * minute,
  thinks: random.whole(0, 90 * second),
  tries: 5,
  clicksTwice: false,
  isRobbed: false,
  isAsked: random.chance(0.3),
  waits: false,
  ticket,
});

const lateBuyers = ({ random, time }: World, howMany: number, wave: number): Character[] =>
  Array.from({ length: howMany }, (_, n) => ({
    person: `late-${wave}-${n}`,
    registrationId: random.uuid(time.now),
    session: `late-session-${wave}-${n}`,
    arrives: random.whole(0, 10 * second),
    thinks: random.whole(0, 10 * second),
    tries: 60,
    clicksTwice: false,
    isRobbed: false,
    isAsked: random.chance(0.3),
    isSteady: true,
    waits: false,
  }));

const unsold = ({ database }: System): number => {
  const { spots, registrations } = database.state.tables;
  return spots.length - registrations.filter(({ spot }) => spot !== null && eventOf(spot) === 'first').length;
};

/** Until nobody is under way, nothing waits, and every spot is sold, for sale, or excused by a fault. */
const rest = async (
  { time, faultPlan }: World,
  system: System,
  visitors: readonly { readonly isDone: boolean }[],
): Promise<void> => {
  const until = Math.max(time.now, faultPlan.calmFrom) + longestRest;
  await time.run(faultPlan.calmFrom);
  while (time.now < until && !isAtRest(system, visitors)) await time.run(time.now + 5 * minute);
};

const isAtRest = ({ database, waiting }: System, visitors: readonly { readonly isDone: boolean }[]): boolean => {
  const { tables, outbox, goods, jobs, moving } = database.state;
  return (
    visitors.every(({ isDone }) => isDone) &&
    outbox.length === 0 &&
    jobs.every(({ state }) => state === 'done') &&
    Object.values(waiting()).every((length) => length === 0) &&
    [...tables.blocks, ...moving.other.blocks].every(({ isClosed }) => isClosed) &&
    goods.blocks.every(({ isClosed }) => isClosed) &&
    tables.payments.every(
      ({ state, wanted }) => state !== 'authorised' && (wanted !== 'refund' || state !== 'captured'),
    )
  );
};
