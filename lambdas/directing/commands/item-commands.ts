import type { FaultCode } from '../../api/faults';
import type { NotHandedOut } from '../../registration/handing-out/hand-out';
import { handOutMessage, listShortMessage } from '../../registration/handing-out/messages';
import { type Command, command, refused } from '../command';

/** What a director sees and does about what runners bought: a part of the table in `commands.ts`. */
export const itemCommands = {
  listShort: command(listShortMessage, async ({ shortages }, { listShort: { raceId, after } }) => ({
    short: await shortages.list(raceId, after),
  })),

  handOut: command(handOutMessage, async ({ handOut }, message) => {
    const { dryRun, registrationId, positions, undo } = message.handOut;
    const answer = await handOut({ registrationId, positions, undo, isDryRun: dryRun });
    switch (answer.kind) {
      case 'handed-out':
        return { handedOut: { registrationId, lines: answer.changed, isUndone: undo !== undefined, dryRun } };
      case 'not-found':
        return refused('no-such-registration', {}, [{ field: 'handOut.registrationId', code: 'no-such-registration' }]);
      case 'refused':
        return refused(
          'not-handed-out',
          {},
          answer.faults.map(({ position, why }) => ({
            field: `handOut.positions.${positions.indexOf(position)}`,
            code: notHandedOut[why],
          })),
        );
    }
  }),
} satisfies Readonly<Record<string, Command>>;

const notHandedOut = {
  'no-such-line': 'no-such-line',
  short: 'line-short',
  returned: 'line-returned',
} as const satisfies Readonly<Record<NotHandedOut, FaultCode>>;
