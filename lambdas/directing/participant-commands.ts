import { rebuildParticipantsMessage } from '../participants/messages';
import { type Command, command, refused } from './command';

/** What is ordered about participants: a part of the table in `commands.ts`. */
export const participantCommands = {
  rebuildParticipants: command(rebuildParticipantsMessage, async ({ projection }, message) => {
    const { raceId } = message.rebuildParticipants;
    if (await projection.forget(raceId)) {
      const { rows = 0, isComplete = true } = (await projection.catchUp(raceId)) ?? {};
      return { rebuiltParticipants: { raceId, rows, isComplete } };
    }
    return refused('no-such-race', {}, [{ field: 'rebuildParticipants.raceId', code: 'not-a-race' }]);
  }),
} satisfies Readonly<Record<string, Command>>;
