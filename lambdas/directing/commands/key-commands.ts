import { apiKeysMessage, makeApiKeyMessage, withdrawApiKeyMessage } from '../../api-keys/messages';
import { type Command, command, refused } from '../command';

/** What a director orders about keys: a part of the table in `commands.ts`. */
export const keyCommands = {
  makeApiKey: command(makeApiKeyMessage, async ({ apiKeys }, { makeApiKey: { dryRun, ...wish } }) => {
    const answer = await apiKeys.make(wish, dryRun);
    switch (answer.kind) {
      case 'made': {
        const { kind: _, ...made } = answer;
        return { madeApiKey: { ...wish, ...made, dryRun } };
      }
      case 'too-many':
        return refused('too-many-keys', { most: answer.most }, []);
      case 'no-such-race':
        return refused('no-such-race', {}, [{ field: 'makeApiKey.raceId', code: 'not-a-race' }]);
    }
  }),

  apiKeys: command(apiKeysMessage, async ({ apiKeys }, message) => ({
    apiKeys: await apiKeys.list(message.apiKeys.raceId),
  })),

  withdrawApiKey: command(withdrawApiKeyMessage, async ({ apiKeys }, { withdrawApiKey: { dryRun, ...which } }) => {
    if (await apiKeys.withdraw(which.raceId, which.keyId, dryRun)) return { withdrawnApiKey: { ...which, dryRun } };
    return refused('no-such-key', {}, [
      { field: 'withdrawApiKey.keyId', code: 'not-of-this-race', other: which.raceId },
    ]);
  }),
} satisfies Readonly<Record<string, Command>>;
