import { holdGranted } from '../../lambdas/api/messages/holds';
import { problemIn, read } from '../browser/answers';
import { type Answer, Browser } from '../browser/browser';
import { person } from '../people/people';
import { uuid7 } from '../uuid7';
import { joinRequest } from './join-request';
import { type Scene, secondsIn } from './scene';

/** What the scalper got, and what it cost them. */
export interface Loot {
  /** When each hold began and ends, in seconds since the start of the run. */
  readonly holds: { readonly at: number; readonly until: number; readonly worked: boolean }[];
  /** How often each refusal was received, by the problem's name. */
  readonly refusals: Map<string, number>;
  cards: number;
  joins: number;
}

export const nothingYet = (): Loot => ({ holds: [], refusals: new Map(), cards: 0, joins: 0 });

export const heldAt = ({ holds }: Loot, seconds: number): number =>
  holds.filter(({ at, until }) => at <= seconds && seconds < until).length;

interface Address {
  readonly scene: Scene;
  readonly loot: Loot;
  /** The local address of all its requests. */
  readonly address: string;
  readonly random: () => number;
  /** A new number each time, so that no person comes twice. */
  readonly newPerson: () => number;
}

/** Tries at the moment of opening, and then seconds between tries for spots that come back. */
const [burst, everySeconds] = [12, 3];
/** The share of holds with which stolen cards are tried. */
const cardShare = 0.2;
/** How many invented people one address puts on the list at most. */
const mostJoins = 100;

const stolen = ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedLostCard'];

/**
 * One address of a scalper. It takes every spot it can get in any number of sessions, does proofs of work as fast as
 * its processor allows, tries stolen cards, and fills the list with invented people. It never pays.
 */
export const scalp = async (from: Address): Promise<void> => {
  const { scene, random } = from;
  let isWorking = false;
  let joins = 0;

  const once = async (): Promise<void> => {
    // A new session for each hold: cookies cost nothing.
    const browser = new Browser(from.address, scene.engine);
    const json = { registrationId: uuid7(), eventId: scene.eventId };
    const answer = await ask(from, browser, json);
    if (answer.status === 201) return keep(from, browser, answer, false);
    await refused(browser, json.registrationId, answer);
    if (problemIn(answer) !== 'prove-work' || isWorking) return;
    isWorking = true;
    // In the background, so that the scalper takes free spots meanwhile.
    workFor(from, browser, json, answer)
      .then((inVain) => inVain && refused(browser, json.registrationId, inVain))
      .catch(() => undefined)
      .finally(() => {
        isWorking = false;
      });
  };

  const refused = async (browser: Browser, registrationId: string, answer: Answer): Promise<void> => {
    const name = problemIn(answer);
    from.loot.refusals.set(name, (from.loot.refusals.get(name) ?? 0) + 1);
    if (joins >= mostJoins || !['all-held', 'sold-out', 'waiting-list'].includes(name)) return;
    joins++;
    await stuff(from, browser, registrationId, answer);
  };

  const calmly = () => once().catch(() => undefined);
  await Promise.all(Array.from({ length: burst }, calmly));
  while (!scene.isOver()) {
    await scene.agenda.until(performance.now() + everySeconds * 1000 * (0.5 + random())).catch(() => undefined);
    if (!scene.isOver()) await calmly();
  }
};

const ask = ({ scene }: Address, browser: Browser, json: object): Promise<Answer> =>
  browser.fetch({ method: 'POST', url: `${scene.site.url}/api/races/${scene.race.id}/holds`, json });

const workFor = async (
  from: Address,
  browser: Browser,
  json: { readonly registrationId: string },
  asked: Answer,
): Promise<Answer | undefined> => {
  const proof = await from.scene.scalperWork.proofFor(asked.body);
  if (!proof || from.scene.isOver()) return undefined;
  const answer = await ask(from, browser, { ...json, proof });
  if (answer.status === 201) await keep(from, browser, answer, true);
  return answer.status === 201 ? undefined : answer;
};

const keep = async (from: Address, browser: Browser, answer: Answer, worked: boolean): Promise<void> => {
  const { scene, loot, random } = from;
  const held = read(holdGranted, answer);
  const at = secondsIn(scene);
  loot.holds.push({ at, until: at + (Date.parse(held.expiresAt) - Date.parse(held.now)) / 1000, worked });
  if (random() >= cardShare) return;
  for (const paymentMethod of stolen) {
    const tried = await browser.fetch({
      method: 'PUT',
      url: `${scene.site.url}/api/registrations/${held.registrationId}`,
      json: {
        hold: held.hold,
        runner: invented(from),
        waiver: { hash: held.waiver.hash, accepted: true },
        paymentMethod,
      },
    });
    if (problemIn(tried) === 'card-declined') loot.cards++;
  }
};

const stuff = async (from: Address, browser: Browser, placeId: string, refused: Answer): Promise<void> => {
  const { scene, loot } = from;
  const answer = await browser.fetch(joinRequest(scene, placeId, refused, invented(from)));
  if (answer.status === 202) loot.joins++;
};

const invented = ({ newPerson }: Address) => person(newPerson(), 'invented');
