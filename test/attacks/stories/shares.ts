import type { Attack } from '../attack';
import { Buyer, type Wish } from '../world/buyer';
import { type Answer, problemOf } from '../world/client';
import { Evidence } from '../world/evidence';
import { newPerson } from '../world/person';
import { codeWords, type Event, events, hoodies, stockOfHoodies, usesOfClub } from '../world/races';
import { heldIn, Runner } from '../world/runner';
import type { World } from '../world/world';

const finding = 'shares';
const { asking, frees } = events;
/** Spots of it that one address holds without work: a fiftieth. */
const freely = asking.capacity / 50;
/** Seconds. Longer than what is held counts, and within one day. */
const comesAgain = [0, 2_700, 3 * 3_600, 6 * 3_600];

/** An address for each of so many who come one after the other. */
type Addresses = (world: World) => (n: number) => string;

const oneAddress: Addresses = (world) => {
  const address = world.newAddress();
  return () => address;
};
const newNetwork =
  (kind: 'ipv4' | 'ipv6'): Addresses =>
  (world) =>
    world.newNetwork(kind);

const accepted = (answers: readonly Answer[], status: number) => answers.filter((one) => one.status === status).length;

/** Somebody who holds a spot of the race with a form, for which they neither worked nor paid. */
const holder = async (world: World, address: string): Promise<Buyer | undefined> => {
  const runner = new Runner(world, world.browser(address), newPerson('Invented'), { works: false });
  const answer = await runner.askForSpot(asking);
  return answer.status === 201 ? new Buyer(runner, heldIn(asking, answer)) : undefined;
};

const withHoodies = (variant: string | undefined, quantity: number): Wish => ({
  person: { items: [{ variant, quantity }] },
});

/** `variant`: of which ten are put aside with each hold, or as many as there are said to be left. */
const ofHoodies = (
  id: string,
  variant: string | undefined,
  { who, most, addresses }: { who: string; most: number; addresses: Addresses },
): Attack => ({
  id,
  finding,
  knows: `nothing: ${who}`,
  tries: `puts all ${stockOfHoodies} hoodies of a size aside, with one free hold after the other`,
  expects: `no more than ${most}; who comes from elsewhere gets theirs`,
  attack: async (world) => {
    const addressOf = addresses(world);
    const answers: Answer[] = [];
    let pieces = 0;
    for (let n = 0; n < 8; n++) {
      const one = await holder(world, addressOf(n));
      if (!one) throw new Error(`${addressOf(n)} holds no spot`);
      const quoted = await one.quote(withHoodies(variant, 10));
      const { items = [] } = quoted.body as { items?: readonly { left: number }[] };
      const left = problemOf(quoted) === 'item-held' ? (items[0]?.left ?? 0) : 0;
      const again = left > 0 ? [await one.quote(withHoodies(variant, left))] : [];
      answers.push(quoted, ...again);
      pieces += 10 * accepted([quoted], 200) + left * accepted(again, 200);
    }
    const honest = await (await holder(world, world.newAddress()))?.quote(withHoodies(variant, 2));
    return new Evidence()
      .saw('quotes', ...answers)
      .note(`${pieces} hoodies are put aside`)
      .that(pieces <= most && pieces > most / 2, `${pieces} hoodies are put aside`)
      .that(honest?.status === 200, `who comes from elsewhere is told ${honest?.status} ${honest?.text}`);
  },
});

/** Invented people register wherever they get a spot, and come again within a day. */
const registerAll = async (world: World, event: Event, addressOf: (n: number) => string) => {
  const [asked, paid]: [Answer[], Answer[]] = [[], []];
  try {
    for (const ahead of comesAgain) {
      await world.target.setClock(ahead);
      for (let n = 0, refused = 0; n < event.capacity && refused < 3; n++) {
        const runner = new Runner(world, world.browser(addressOf(n)), newPerson('Invented'));
        const answer = await runner.askForSpot(event);
        asked.push(answer);
        if (answer.status === 201) paid.push(await runner.submit(heldIn(event, answer)));
        else refused++;
      }
    }
  } finally {
    await world.target.setClock(0);
  }
  return { asked, paid };
};

const ofFree = (
  id: string,
  event: Event | undefined,
  { who, most, addresses }: { who: string; most: number; addresses: Addresses },
): Attack => ({
  id,
  finding,
  knows: `nothing: ${who}`,
  tries: 'registers invented people for a free event, and comes again for six hours',
  expects: `no more than ${most} of ${event?.capacity} spots; a runner elsewhere gets one`,
  needs: 'clock',
  attack: async (world) => {
    if (!event) throw new Error('There are too few frees in races.ts.');
    const { asked, paid } = await registerAll(world, event, addresses(world));
    const honest = await world.runner().askForSpot(event);
    const many = accepted(paid, 202);
    return new Evidence()
      .saw('hold', ...asked)
      .saw('register', ...paid)
      .that(many <= most && many > most / 2, `${many} invented people are in`)
      .saw('a runner elsewhere', honest)
      .that(honest.status === 201, 'a runner elsewhere gets none');
  },
});

/** One network takes all of something small, for nothing. */
export const shareAttacks: readonly Attack[] = [
  ofHoodies('24a', hoodies[0], { who: 'one address', most: 25, addresses: oneAddress }),
  ofHoodies('24b', hoodies[1], { who: 'the addresses of a /48', most: 37, addresses: newNetwork('ipv6') }),
  {
    id: '24c',
    finding,
    knows: 'a code that a club was given, with fifty uses',
    tries: 'claims all uses from one address, with one free hold after the other, and pays for none',
    expects: 'no more than the spots that an address holds without work; who comes from elsewhere uses it',
    attack: async (world) => {
      const address = world.newAddress();
      const answers: Answer[] = [];
      for (let n = 0; n < usesOfClub; n++) {
        const one = await holder(world, address);
        if (one) answers.push(await one.quote({ codes: [codeWords.club] }));
      }
      const uses = accepted(answers, 200);
      const member = await (await holder(world, world.newAddress()))?.quote({ codes: [codeWords.club] });
      return new Evidence()
        .saw('quotes', ...answers)
        .that(uses <= freely, `${uses} of ${usesOfClub} uses are claimed`)
        .that(member?.status === 200, `a member of the club is told ${member?.status} ${member?.text}`);
    },
  },
  ofFree('24d', frees[0], { who: 'one address', most: 20, addresses: oneAddress }),
  ofFree('24e', frees[1], { who: 'the addresses of a /48', most: 30, addresses: newNetwork('ipv6') }),
  ofFree('24f', frees[2], { who: 'the addresses of a /24', most: 30, addresses: newNetwork('ipv4') }),
];
