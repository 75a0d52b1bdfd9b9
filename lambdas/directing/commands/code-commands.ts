import { codesMessage, makeCodesMessage, returnUseMessage, withdrawCodeMessage } from '../../codes/messages';
import { type Command, command, refused } from '../command';

/** What a director orders about codes: a part of the table in `commands.ts`. */
export const codeCommands = {
  makeCodes: command(makeCodesMessage, async ({ makeCodes }, { makeCodes: wish }) => {
    const { dryRun, words, number = 0, off, startsAt, expiresAt, opensEvents = [], ...rest } = wish;
    const { kind = 'none', value = 0 } = off ?? {};
    const appliesTo = off && 'appliesTo' in off ? off.appliesTo : 'entry';
    const answer = await makeCodes({
      wish: { ...rest, kind, value, appliesTo, opensEvents, startsAt: msOf(startsAt), expiresAt: msOf(expiresAt) },
      words: words ?? number,
      isDryRun: dryRun,
    });
    const { raceId, batch } = wish;
    switch (answer.kind) {
      case 'made':
        return { madeCodes: { raceId, batch, number: answer.number, codes: answer.codes, dryRun } };
      case 'batch-taken':
        return refused('batch-taken', {}, [{ field: 'makeCodes.batch', code: 'batch-taken' }]);
      case 'code-taken':
        return refused('code-taken', {}, [{ field: `makeCodes.words.${answer.place}`, code: 'code-taken' }]);
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'makeCodes.raceId', code: 'not-a-race' }]);
      case 'no-such-event':
        return refused('no-such-event', {}, [
          { field: 'makeCodes.opensEvents', code: 'not-of-this-race', other: raceId },
        ]);
    }
  }),

  codes: command(codesMessage, async ({ codes }, message) => {
    const { raceId, ...filter } = message.codes;
    return { codes: await codes.list(raceId, filter) };
  }),

  withdrawCode: command(withdrawCodeMessage, async ({ withdrawCode }, message) => {
    const { raceId, dryRun, ...which } = message.withdrawCode;
    return { withdrawnCodes: { raceId, number: await withdrawCode(raceId, which, dryRun), dryRun } };
  }),

  returnUse: command(returnUseMessage, async ({ codes }, message) => {
    const { registrationId, position, dryRun } = message.returnUse;
    const answer = await codes.returnUse(registrationId, position, dryRun);
    if (answer.kind === 'returned') return { returnedUse: { registrationId, position, code: answer.code, dryRun } };
    if (answer.kind === 'pays-for-entry')
      return refused('use-is-credit', {}, [{ field: 'returnUse.position', code: answer.kind }]);
    return refused('no-such-use', {}, [{ field: 'returnUse.position', code: 'no-such-line' }]);
  }),
} satisfies Readonly<Record<string, Command>>;

const msOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant);
