import { holdGranted } from '../../lambdas/api/messages/holds';
import type { PassMessage } from '../../lambdas/api/messages/line';
import type { RaceMessage } from '../../lambdas/api/messages/races';
import { waitSeconds } from '../../static/src/http/backoff';
import { problemIn, read } from '../browser/answers';
import { askForSpot } from '../people/ask-for-spots';
import { fillInAndPay } from '../people/fill-in-and-pay';
import type { Journey } from '../people/journey';
import type { Outcome } from '../people/outcome';
import type { UserSession } from '../people/user-session';
import { enterLine, isCalled, type Look, watchLine } from '../people/wait-in-line';
import { uuid7 } from '../uuid7';
import type { Ask, Told, Waited } from './waited';

/** What all people of a run share. */
export interface LineScene {
  readonly race: RaceMessage;
  readonly eventId: string;
  /** Everything is sold, or time is up: people who were not called stop waiting. */
  isOver(): boolean;
}

interface Waiting {
  readonly scene: LineScene;
  readonly session: UserSession;
  readonly journey: Pick<Journey, 'site' | 'raceId' | 'person' | 'card'>;
  /** They do not look again; or only after so many seconds. */
  readonly away?: { readonly backAfter: number | undefined };
}

/** Writes down what happens to a pass. */
export class Diary {
  readonly #pass: PassMessage;
  readonly #asks: Ask[] = [];
  readonly #told: Told[] = [];
  #looks = 0;
  #turn: number | undefined;
  #ended: Pick<Waited, 'outcome' | 'registeredAt'> = {};

  constructor(pass: PassMessage) {
    this.#pass = pass;
  }

  looked({ line, stage, turn }: Look, eventId: string): void {
    this.#looks++;
    this.#turn = turn;
    if (stage.kind !== 'waiting') return;
    const wait = stage.events.find((event) => event.eventId === eventId)?.wait;
    if (wait?.kind === 'range') this.#told.push({ at: Date.parse(line.now), from: wait.from, to: wait.to });
  }

  asked(at: number, refusal: string): void {
    this.#asks.push({ at, answeredAt: Date.now(), refusal });
  }

  came(outcome: Outcome): void {
    this.#ended = { outcome, ...(outcome.kind === 'confirmed' && { registeredAt: Date.now() }) };
  }

  /** `turn`: where this pass itself never looked. */
  end(more: Pick<Waited, 'isAway' | 'bot'>, turn = this.#turn): Waited {
    return {
      ...more,
      ...this.#ended,
      wave: this.#pass.wave,
      turn,
      looks: this.#looks,
      told: this.#told,
      asks: this.#asks,
    };
  }
}

type Asking = Omit<Waiting, 'away'>;

/** Asks once, and pays for what they get. Otherwise the refusal, and after how many seconds to ask again. */
export const askOnce = async (
  { scene, session, journey }: Asking,
  diary: Diary,
): Promise<Outcome | { readonly refusal: string; readonly retryAfter: number | undefined }> => {
  const [at, registrationId] = [Date.now(), uuid7()];
  const answer = await askForSpot(session, journey, { registrationId, eventId: scene.eventId });
  const refusal = problemIn(answer);
  diary.asked(at, refusal);
  if (answer.status !== 201) return { refusal, retryAfter: answer.retryAfter };
  return fillInAndPay(session, { ...journey, registrationId }, scene.race, read(holdGranted, answer));
};

/** Asks until they have a spot, or hear that none is left. */
export const askInTurn = async (asking: Asking, diary: Diary): Promise<Outcome> => {
  const { scene, session } = asking;
  for (let tries = 1; ; tries++) {
    const answer = await askOnce(asking, diary);
    if ('kind' in answer) return answer;
    if (answer.refusal === 'sold-out' || answer.refusal === 'waiting-list') return { kind: 'sold-out' };
    if (scene.isOver() || !session.hasTime) return { kind: 'all-held' };
    await session.pause(waitSeconds(tries, session.random(), answer.retryAfter ?? 2));
  }
};

/**
 * Comes to the line, waits as the page does, asks for a spot in their turn and pays. Somebody who is away keeps their pass, and
 * asks when they are back. Undefined: there was no line.
 */
export const waitAndRegister = async (waiting: Waiting): Promise<Waited | undefined> => {
  const { scene, session, journey, away } = waiting;
  const isAway = away !== undefined;
  const pass = await enterLine(session, journey);
  if (!pass) return undefined;
  const diary = new Diary(pass);
  try {
    if (away && away.backAfter === undefined) return diary.end({ isAway });
    if (away?.backAfter !== undefined) await session.pause(away.backAfter);
    let called = false;
    await watchLine(session, journey, pass, (look) => {
      diary.looked(look, scene.eventId);
      called = isCalled(look, scene.eventId);
      return called || scene.isOver();
    });
    if (!called) return diary.end({ isAway });
    // They read that it is their turn, and choose the button.
    await session.think();
    diary.came(await askInTurn(waiting, diary));
  } catch (error) {
    if (!scene.isOver()) diary.came({ kind: 'error', detail: error instanceof Error ? error.message : String(error) });
  }
  return diary.end({ isAway });
};
