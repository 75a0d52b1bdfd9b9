import type { PassMessage } from '../../lambdas/api/messages/line';
import type { RunnerMessage } from '../../lambdas/api/messages/registrations';
import type { Journey } from '../people/journey';
import type { Outcome } from '../people/outcome';
import type { UserSession } from '../people/user-session';
import { enterLine, type Look, lookAtLine, turnInLine } from '../people/wait-in-line';
import { askInTurn, askOnce, Diary, type LineScene } from './person';
import type { Waited } from './waited';

interface Bot {
  readonly scene: LineScene;
  readonly number: number;
  readonly passes: number;
  /** A browser of its own for each pass. All of them have one connection. */
  readonly newSession: () => UserSession;
  readonly newPerson: () => RunnerMessage;
  readonly journey: Pick<Journey, 'site' | 'raceId' | 'card'>;
  readonly onRegistered: () => void;
}

interface Held {
  readonly session: UserSession;
  readonly pass: PassMessage;
  readonly diary: Diary;
  hasAsked: boolean;
  turn: number | undefined;
}

const lookSeconds = 1;
/** Of the passes that were not called, so many ask at each look. */
const early = 2;

/**
 * Gets as many passes as it can, looks at the line every second, asks in the second in which one of them is called, and also with
 * passes that were not called. What it gets is paid for, with invented people.
 */
export const runBot = async (bot: Bot): Promise<readonly Waited[]> => {
  const { scene, journey, number } = bot;
  const held: Held[] = [];
  const underWay: Promise<void>[] = [];
  const asking = (one: Held) => ({ scene, session: one.session, journey: { ...journey, person: bot.newPerson() } });
  const ended = (one: Held, outcome: Outcome) => {
    one.hasAsked = true;
    one.diary.came(outcome);
    if (outcome.kind === 'confirmed') bot.onRegistered();
  };
  const ask = (one: Held) => {
    one.hasAsked = true;
    const asked = askInTurn(asking(one), one.diary).then((outcome) => ended(one, outcome));
    // It was cut off by the end of the run. What goes wrong for a bot is nobody's loss.
    underWay.push(asked.catch(() => undefined));
  };
  try {
    for (let n = 0; n < bot.passes && !scene.isOver(); n++) {
      const session = bot.newSession();
      const pass = await enterLine(session, journey, false);
      if (pass) held.push({ session, pass, diary: new Diary(pass), hasAsked: false, turn: undefined });
    }
    const [looking] = held;
    while (looking && !scene.isOver() && held.some(({ hasAsked }) => !hasAsked)) {
      const look = await lookAtLine(looking.session, journey, looking.pass);
      if (!look) break;
      for (const one of held) one.turn ??= turnInLine(one.pass, look.line);
      for (const one of held) if (!one.hasAsked && isTurnOf(one, look, scene.eventId)) ask(one);
      for (const one of held.filter(({ hasAsked }) => !hasAsked).slice(-early)) {
        const answer = await askOnce(asking(one), one.diary);
        if ('kind' in answer) ended(one, answer);
      }
      await looking.session.pause(lookSeconds);
    }
    await Promise.all(underWay);
  } catch {
    // As above.
  }
  return held.map(({ diary, turn }) => diary.end({ isAway: false, bot: number }, turn));
};

const isTurnOf = ({ turn }: Held, { line, stage }: Look, eventId: string): boolean =>
  stage.kind === 'open' ||
  (turn !== undefined && turn < (line.events.find((event) => event.eventId === eventId)?.calledTo ?? 0));
