import { race } from '../../lambdas/api/messages/races';
import { Browser } from '../browser/browser';
import { Agenda } from '../generator/agenda';
import { arrivals } from '../generator/arrivals';
import { randomOf } from '../generator/random';
import { siteAt } from '../generator/task-for';
import { rawEngine } from '../http/raw-engine';
import { MailedLinks, placeLinkIn } from '../people/mailed-links';
import { addressOf, peopleAtAddress, person } from '../people/people';
import { UserSession } from '../people/user-session';
import { type Reading, settledBooks } from '../target/books';
import { get } from '../target/get';
import { ownTarget, type Target } from '../target/target';
import { type ScalperOptions, scalped, scalpedRace } from './crowd';
import { beHonest, type Fared } from './honest';
import { heldAt, type Loot, nothingYet, scalp } from './scalp';
import { type Scene, secondsIn } from './scene';
import { Workers } from './workers';

/** The results of one run. */
export interface Scalped {
  readonly addresses: number;
  readonly fared: readonly Fared[];
  readonly loot: Loot;
  readonly books: Reading['books'];
  readonly seconds: number;
  readonly hashes: { readonly scalper: number; readonly honest: number };
}

const settleSeconds = 120;
/** Milliseconds that an honest runner may need after the end, so that nobody is cut off while they pay. */
const graceMs = 60_000;
const tellEverySeconds = 30;

/** One run in a system of its own: honest runners, and a scalper with `addresses` addresses. */
export const runScalpers = async (
  wish: ScalperOptions,
  addresses: number,
  say: (news: string) => void,
  signal: AbortSignal,
): Promise<Scalped> => {
  const target = await ownTarget({ races: [scalpedRace(wish, new Date())] });
  try {
    return await letThemMeet(wish, addresses, target, say, signal);
  } finally {
    await target.stop();
  }
};

const letThemMeet = async (
  wish: ScalperOptions,
  addresses: number,
  target: Target,
  say: (news: string) => void,
  signal: AbortSignal,
): Promise<Scalped> => {
  const { runners, spots, seed } = wish;
  const site = await siteAt(target.url);
  const agenda = new Agenda();
  const engine = rawEngine({ mostPerAddress: 16 });
  const start = performance.now() + 500;
  let inByNow = 0;
  const isOver = () =>
    signal.aborted || inByNow >= Math.min(spots, runners) || performance.now() - start > wish.minutes * 60_000;
  const scene: Scene = {
    site,
    race: await get(race, `${site.url}/api/races/${scalped.raceId}`),
    eventId: scalped.eventId,
    engine,
    agenda,
    mails: new MailedLinks(target.inbox, placeLinkIn),
    honestWork: new Workers(1),
    scalperWork: new Workers(wish.workShare),
    start,
    isOver,
  };
  const loot = nothingYet();
  const fared: Fared[] = [];
  let people = runners;
  const telling = setInterval(() => say(inWords(scene, inByNow, loot)), tellEverySeconds * 1000);

  try {
    const [least, most] = wish.think;
    const honest = arrivals(runners, wish.within).map(async (departure, n) => {
      await agenda.until(start + departure);
      const random = randomOf(seed, n);
      const way = new UserSession({
        browser: new Browser(homeOf(Math.floor(n / wish.share)), engine),
        agenda,
        random,
        departure: start + departure,
        deadlineSeconds: wish.minutes * 60 + graceMs / 1000,
        think: () => least + random() * (most - least),
      });
      const one = await beHonest({ scene, way, person: person(n, 'honest'), card: wish.card });
      fared.push(one);
      if (one.outcome.kind === 'confirmed') inByNow++;
    });
    const scalpers = Array.from({ length: addresses }, async (_, n) => {
      await agenda.until(start);
      await scalp({
        scene,
        loot,
        address: homeOf(runners + n),
        random: randomOf(seed, runners + n),
        newPerson: () => people++,
      });
    });
    await Promise.all([...honest, ...scalpers]);
    const seconds = secondsIn(scene);
    const { books } = await settledBooks(target.windows, scalped.raceId, settleSeconds);
    const hashes = { scalper: scene.scalperWork.hashes, honest: scene.honestWork.hashes };
    return { addresses, fared, loot, books, seconds, hashes };
  } finally {
    clearInterval(telling);
    agenda.stop();
    engine.close();
    await Promise.all([scene.mails.end(), scene.honestWork.end(), scene.scalperWork.end()]);
  }
};

/** Each household has its own address. */
const homeOf = (n: number): string => addressOf(n * peopleAtAddress);

const inWords = (scene: Scene, inByNow: number, loot: Loot): string => {
  const seconds = secondsIn(scene);
  const { scalperWork, honestWork } = scene;
  return `${seconds.toFixed(0)} s: ${inByNow} honest runners are in; scalpers hold ${heldAt(loot, seconds)}, got ${loot.holds.length} (${loot.holds.filter(({ worked }) => worked).length} by work), have ${loot.joins} on the list, tried ${loot.cards} cards; ${scalperWork.hashes.toLocaleString('en')} and ${honestWork.hashes.toLocaleString('en')} hashes`;
};
