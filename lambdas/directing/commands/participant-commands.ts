import type { FaultCode, FieldError } from '../../api/faults';
import { faultSentence } from '../../api/texts/en/faults';
import { decimalsOf } from '../../domain/money/currencies';
import { rebuildParticipantsMessage } from '../../participants/messages';
import type { Corrected } from '../../registration/change/correct-runner';
import {
  correctAddressMessage,
  correctRunnerMessage,
  moveEventMessage,
  resendLinkMessage,
  withdrawMoveMessage,
} from '../../registration/change/messages';
import type { Moved } from '../../registration/change/move/move-event';
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

  moveEvent: command(moveEventMessage, async ({ moveEvent }, message) => {
    const { passWaiting, ...order } = message.moveEvent;
    const answer = await moveEvent({ ...order, passesWaiting: passWaiting });
    if (answer.kind === 'moved') {
      const { kind: _, paidAs: __, ...moved } = answer;
      return { movedEvent: { registrationId: order.registrationId, ...moved } };
    }
    if (answer.kind === 'same-person') return refused('same-person', {}, []);
    const errors = moveFaults(answer);
    const why = errors.map(faultSentence).join(' ');
    return refused('not-moved', { why, isOfRunner: answer.kind === 'not-eligible' }, errors);
  }),

  withdrawMove: command(withdrawMoveMessage, async ({ moves }, message) => {
    const { registrationId } = message.withdrawMove;
    const { kind } = await moves.withdraw(registrationId);
    return kind === 'withdrawn' ? { withdrewMove: { registrationId } } : notChanged('withdrawMove', kind);
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
    case 'too-many-corrections':
      return refused(answer.kind, {}, []);
    case 'future-date':
      return refused('not-as-expected', {}, [{ field: `${name}.birthDate`, code: 'future-date' }]);
    default:
      return notChanged(name, answer.kind);
  }
};

type NotMoved = Exclude<Moved, { readonly kind: 'moved' } | { readonly kind: 'same-person' }>;

const moveFaults = (answer: NotMoved): readonly FieldError[] => {
  switch (answer.kind) {
    case 'not-eligible':
      return answer.faults.map(({ field, ...fault }) => ({ ...fault, field: `moveEvent.${field}` }) as FieldError);
    case 'waited-for':
      return [{ field: 'moveEvent.passWaiting', code: 'waited-for', limit: answer.waiting }];
    case 'dearer':
      return [{ field: 'moveEvent.difference', code: 'costs-more', other: inMoney(answer.by, answer.currency) }];
    default: {
      const [field, code] = notMoved[answer.kind];
      return [{ field: `moveEvent.${field}`, code }];
    }
  }
};

const inMoney = (amount: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
};

const notMoved = {
  'not-found': ['registrationId', 'no-such-registration'],
  'no-spot': ['registrationId', 'no-spot'],
  settling: ['registrationId', 'still-settling'],
  'in-team': ['registrationId', 'in-a-team'],
  'checked-in': ['registrationId', 'checked-in'],
  'dispute-open': ['difference', 'decide-first'],
  'no-event': ['eventId', 'no-such-event-to-run'],
  'event-cancelled': ['eventId', 'event-cancelled'],
  full: ['eventId', 'event-full'],
  held: ['eventId', 'event-held'],
  'no-price': ['difference', 'no-price-now'],
} as const satisfies Readonly<Record<string, readonly [string, FaultCode]>>;

const notChanged = (name: string, kind: keyof typeof whyNot): CommandAnswer => {
  const error = { field: `${name}.registrationId`, code: whyNot[kind] } as const;
  return refused('not-changed', { why: faultSentence(error) }, [error]);
};

const whyNot = {
  'not-found': 'no-such-registration',
  'no-spot': 'no-spot',
  settling: 'still-settling',
  'no-offer': 'no-move-offer',
} as const;
