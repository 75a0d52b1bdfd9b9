import { faultSentence } from '../../api/texts/en/faults';
import { rebuildParticipantsMessage } from '../../participants/messages';
import type { Corrected } from '../../registration/change/correct-runner';
import { correctAddressMessage, correctRunnerMessage, resendLinkMessage } from '../../registration/change/messages';
import { type Command, type CommandAnswer, command, refused } from '../command';
import { removeFromWaitingListMessage } from '../messages';

/** What is ordered about participants: a part of the table in `commands.ts`. */
export const participantCommands = {
  correctRunner: command(correctRunnerMessage, async ({ correctRunner }, message) => {
    const { registrationId, reason, ...right } = message.correctRunner;
    return correctedAnswer('correctRunner', registrationId, await correctRunner({ registrationId, right, reason }));
  }),

  correctAddress: command(correctAddressMessage, async ({ correctRunner }, message) => {
    const { registrationId, reason, email } = message.correctAddress;
    const answer = await correctRunner({ registrationId, right: { email }, reason });
    return correctedAnswer('correctAddress', registrationId, answer);
  }),

  resendLink: command(resendLinkMessage, async ({ corrections }, message) => {
    const { registrationId } = message.resendLink;
    const { kind } = await corrections.resendLink(registrationId);
    switch (kind) {
      case 'resent':
        return { resentLink: { registrationId } };
      case 'too-many-links':
        return refused('too-many-links', {}, []);
      case 'not-found':
      case 'no-spot':
        return notChanged('resendLink', kind);
    }
  }),

  removeFromWaitingList: command(removeFromWaitingListMessage, async ({ removals }, message) => {
    const { raceId, placeId } = message.removeFromWaitingList;
    const answer = await removals.remove(raceId, placeId);
    switch (answer.kind) {
      case 'removed': {
        const { kind: _, ...removed } = answer;
        return { removedFromWaitingList: { raceId, placeId, ...removed } };
      }
      case 'not-found':
        return refused('no-such-place', {}, [
          { field: 'removeFromWaitingList.placeId', code: 'not-of-this-race', other: raceId },
        ]);
      case 'over':
        return refused('place-over', {}, []);
      case 'registered':
        return refused('place-registered', {}, []);
    }
  }),

  rebuildParticipants: command(rebuildParticipantsMessage, async ({ projection }, message) => {
    const { raceId } = message.rebuildParticipants;
    if (await projection.forget(raceId)) {
      const { rows = 0, isComplete = true } = (await projection.catchUp(raceId)) ?? {};
      return { rebuiltParticipants: { raceId, rows, isComplete } };
    }
    return refused('no-such-race', {}, [{ field: 'rebuildParticipants.raceId', code: 'not-a-race' }]);
  }),
} satisfies Readonly<Record<string, Command>>;

const correctedAnswer = (
  name: string,
  registrationId: string,
  answer: Corrected | { readonly kind: 'future-date' },
): CommandAnswer => {
  switch (answer.kind) {
    case 'corrected':
      return { correctedRunner: { registrationId, fields: answer.fields } };
    case 'same-person':
      return refused('same-person', {}, []);
    case 'future-date':
      return refused('not-as-expected', {}, [{ field: `${name}.birthDate`, code: 'future-date' }]);
    default:
      return notChanged(name, answer.kind);
  }
};

const notChanged = (name: string, kind: keyof typeof whyNot): CommandAnswer => {
  const error = { field: `${name}.registrationId`, code: whyNot[kind] } as const;
  return refused('not-changed', { why: faultSentence(error) }, [error]);
};

const whyNot = { 'not-found': 'no-such-registration', 'no-spot': 'no-spot', settling: 'still-settling' } as const;
