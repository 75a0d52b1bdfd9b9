import { faultSentence } from '../../api/texts/en/faults';
import type { SentScan } from '../../bibs/desk/check-in';
import { checkInMessage, deskListMessage, replaceCheckInCodeMessage } from '../../bibs/messages';
import { type Command, type CommandAnswer, command, refused } from '../command';

/** What is done at a desk on race day: a part of the table in `commands.ts`. */
export const deskCommands = {
  checkIn: command(checkInMessage, async ({ checkIn }, { checkIn: { raceId, scans, ...batch } }) => {
    // The schema has seen that each has a code or a registration.
    const judged = await checkIn({ ...batch, raceId, scans: scans as readonly SentScan[] });
    return judged ? { checkedIn: { raceId, scans: judged } } : noSuchRace('checkIn');
  }),

  deskList: command(deskListMessage, async ({ desk, checkInCodes, scanners }, { deskList: query }) => {
    const [found, keys] = await Promise.all([desk.list(query), checkInCodes.publicKeys()]);
    if (!found) return noSuchRace('deskList');
    const { raceId } = query;
    const { staffId, ...list } = found;
    const by = staffId === undefined ? undefined : await scanners.sign(raceId, staffId);
    return { deskList: { raceId, ...list, keys, ...(by !== undefined && { by }) } };
  }),
  replaceCheckInCode: command(replaceCheckInCodeMessage, async ({ replacedCodes }, message) => {
    const { dryRun, ...replacement } = message.replaceCheckInCode;
    const { registrationId } = replacement;
    const answer = await replacedCodes.replace({ ...replacement, actor: 'director', isDryRun: dryRun });
    switch (answer.kind) {
      case 'replaced':
        return { replacedCheckInCode: { registrationId, codeVersion: answer.version, dryRun } };
      case 'too-many':
        return refused('too-many-check-in-codes', { most: answer.most }, []);
      case 'no-spot':
      case 'not-found': {
        const code = answer.kind === 'no-spot' ? 'no-spot' : 'no-such-registration';
        const error = { field: 'replaceCheckInCode.registrationId', code } as const;
        return refused('not-changed', { why: faultSentence(error) }, [error]);
      }
    }
  }),
} satisfies Readonly<Record<string, Command>>;

const noSuchRace = (name: string): CommandAnswer =>
  refused('no-such-race', {}, [{ field: `${name}.raceId`, code: 'not-a-race' }]);
