import { faultSentence } from '../../api/texts/en/faults';
import { hideDonorMessage, hideFundraiserMessage } from '../../fundraisers/messages';
import { type Command, command, refused } from '../command';

/** What a director orders about fundraisers: a part of the table in `commands.ts`. */
export const fundraiserCommands = {
  hideDonor: command(hideDonorMessage, async ({ hideDonor }, message) => {
    const { registrationId } = message.hideDonor;
    const answer = await hideDonor(registrationId);
    if (answer.kind === 'named') return { hiddenDonor: { registrationId, isChanged: answer.isChanged } };
    const error = { field: 'hideDonor.registrationId', code: 'no-donation' } as const;
    return refused('not-changed', { why: faultSentence(error) }, [error]);
  }),

  hideFundraiser: command(hideFundraiserMessage, async ({ hideFundraiser }, message) => {
    const { raceId, slug, show, dryRun } = message.hideFundraiser;
    const answer = await hideFundraiser(raceId, slug, !show, dryRun);
    if (answer) return { hiddenFundraiser: { raceId, slug, isHidden: !show, isChanged: answer.isChanged, dryRun } };
    return refused('no-such-fundraiser', {}, [{ field: 'hideFundraiser.slug', code: 'no-such-fundraiser' }]);
  }),
} satisfies Readonly<Record<string, Command>>;
