import { hideFundraiserMessage } from '../../fundraisers/messages';
import { type Command, command, refused } from '../command';

/** What a director orders about fundraisers: a part of the table in `commands.ts`. */
export const fundraiserCommands = {
  hideFundraiser: command(hideFundraiserMessage, async ({ hideFundraiser }, message) => {
    const { raceId, slug, show, dryRun } = message.hideFundraiser;
    const answer = await hideFundraiser(raceId, slug, !show, dryRun);
    if (answer) return { hiddenFundraiser: { raceId, slug, isHidden: !show, isChanged: answer.isChanged, dryRun } };
    return refused('no-such-fundraiser', {}, [{ field: 'hideFundraiser.slug', code: 'no-such-fundraiser' }]);
  }),
} satisfies Readonly<Record<string, Command>>;
