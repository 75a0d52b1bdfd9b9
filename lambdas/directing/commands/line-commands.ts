import { lineMessage, openWideMessage, postponeDrawMessage, setLineMessage } from '../../line/orders/messages';
import type { LineWish } from '../../line/orders/ports';
import { type Command, type CommandAnswer, type CommandNeeds, command, refused } from '../command';
import { lineSays } from '../texts/line';

/** What a director orders about the line of a race: a part of the table in `commands.ts`. */
export const lineCommands = {
  setLine: command(setLineMessage, (needs, { setLine: { raceId, dryRun, paused, ...wished } }) =>
    steer(needs, 'setLine', raceId, { kind: 'set', ...wished, isHeld: paused }, dryRun),
  ),
  postponeDraw: command(postponeDrawMessage, (needs, { postponeDraw: { raceId, dryRun, minutes } }) =>
    steer(needs, 'postponeDraw', raceId, { kind: 'postpone', minutes }, dryRun),
  ),
  openWide: command(openWideMessage, (needs, { openWide: { raceId, dryRun } }) =>
    steer(needs, 'openWide', raceId, { kind: 'open' }, dryRun),
  ),
  line: command(lineMessage, async ({ lineDesk }, { line: { raceId } }) => ({
    line: (await lineDesk.figures(raceId)) ?? null,
  })),
} satisfies Readonly<Record<string, Command>>;

const steer = async (
  { lineOrders }: CommandNeeds,
  name: string,
  raceId: string,
  wish: LineWish,
  dryRun: boolean,
): Promise<CommandAnswer> => {
  const answer = await lineOrders.carryOut(raceId, wish, dryRun);
  switch (answer.kind) {
    case 'steered': {
      const { line, mode } = answer.after;
      return {
        steeredLine: {
          raceId,
          mode,
          ...(line && {
            state: line.state,
            pace: line.pace,
            ...(line.held !== undefined && { paused: line.held }),
            enrolUntil: new Date(line.enrolUntil).toISOString(),
          }),
          isChanged: answer.isChanged,
          says: lineSays(wish, answer),
          figures: answer.figures ?? null,
          dryRun,
        },
      };
    }
    case 'no-such-race':
      return refused('no-such-race', {}, [{ field: `${name}.raceId`, code: 'not-a-race' }]);
    default:
      return refused(answer.kind, {}, []);
  }
};
