import type * as v from 'valibot';
import {
  type AnswerMessage,
  type ExportMessage,
  exportAsked,
  type ParticipantsMessage,
  type PersonMessage,
  participantsAsked,
} from '../../api/console/messages';
import { ConsoleError } from '../../api/console/problems';
import { type WaitingMessage, waitingAsked } from '../../api/console/waiting-messages';
import type { Form } from '../../api/form/definition/form';
import { privatePrefix, textIn } from '../../api/form/definition/question';
import { ProblemError } from '../../api/problem-error';
import { cardName } from '../../domain/money/payment';
import type { StaffRole } from '../../domain/staff';
import type { ExportParticipants } from '../../participants/export-participants';
import type { ListParticipants } from '../../participants/list-participants';
import { readSearch } from '../../participants/participant';
import type { PersonRecord, PersonRecords } from '../../participants/ports';
import type { ListWaiting } from '../../participants/waiting/list-waiting';
import { reply } from '../../platform/http/reply';
import type { ConsoleHandlers, SignedRequest } from '../../staff/guarded-routes';
import { judge } from '../../staff/rights';
import { raceIn } from './command-routes';

interface Needs {
  readonly listParticipants: ListParticipants;
  readonly exportParticipants: ExportParticipants;
  readonly people: PersonRecords;
  readonly listWaiting: ListWaiting;
}

/** Who registered in a race, and what became of them. */
export const participantRoutes = ({ listParticipants, exportParticipants, people, listWaiting }: Needs) =>
  ({
    'POST /api/console/races/{raceId}/participants': async ({ request }: SignedRequest) => {
      const raceId = raceIn(request);
      const { sort, after, ...wanted } = request.json(participantsAsked);
      const filter = filterOf(raceId, wanted);
      const listed: ParticipantsMessage | undefined = await listParticipants({ filter, sort, after });
      if (!listed) throw new ProblemError('not-found', { reason: 'race', raceId });
      return reply(200, listed);
    },

    'POST /api/console/races/{raceId}/waiting-list': async ({ request }: SignedRequest) => {
      const { q, event, after } = request.json(waitingAsked);
      const filter = { raceId: raceIn(request), search: searchOf(q), eventId: event };
      const listed: WaitingMessage = await listWaiting(filter, after);
      return reply(200, listed);
    },

    'POST /api/console/races/{raceId}/participants/export': async ({ request, signed }: SignedRequest) => {
      const raceId = raceIn(request);
      const answer = await exportParticipants(filterOf(raceId, request.json(exportAsked)), signed.staffId);
      switch (answer.kind) {
        case 'exported': {
          const { csv, rows } = answer;
          const file: ExportMessage = { csv, rows };
          return reply(200, file);
        }
        case 'reading':
          throw new ConsoleError('still-reading', { retryAfter: 2 });
        case 'too-many':
          throw new ConsoleError('export-too-large');
        case 'no-such-race':
          throw new ProblemError('not-found', { reason: 'race', raceId });
      }
    },

    'GET /api/console/races/{raceId}/participants/{registrationId}': async ({ request, signed }: SignedRequest) => {
      const raceId = raceIn(request);
      const found = await people.find(raceId, request.path.registrationId ?? '');
      if (!found) throw new ProblemError('not-found', { reason: 'id', what: 'registration' });
      return reply(200, personMessage(found, isHelper(signed, raceId)));
    },
  }) satisfies Partial<ConsoleHandlers>;

/** Throws ConsoleError when too few letters are searched for. */
export const filterOf = (raceId: string, { q, event, state, payment, mail }: v.InferOutput<typeof exportAsked>) => ({
  raceId,
  search: searchOf(q),
  eventId: event,
  state,
  payment,
  isUnreached: mail === 'unreached',
  isBibUntold: mail === 'bib-untold',
});

/** Throws ConsoleError when too few letters are searched for. */
export const searchOf = (q: string) => {
  const search = readSearch(q);
  if (search.kind === 'too-short') throw new ConsoleError('search-too-short');
  return search;
};

/** Roles that may have to help a runner. Other roles see no answers about health and no emergency contact. */
const helpers: readonly StaffRole[] = ['owner', 'director', 'desk'];

export const isHelper = (signed: SignedRequest['signed'], raceId: string): boolean =>
  judge(signed, { roles: helpers, race: raceId }) === 'permitted';

const personMessage = (record: PersonRecord, isHelper: boolean): PersonMessage => {
  const { runner, form, lines, paidWith, ...rest } = record;
  const {
    answers = {},
    orderAnswers = {},
    firstName,
    lastName,
    email,
    birthDate,
    gender,
    emergencyContact,
  } = runner ?? {};
  const asked = form as Form | undefined;
  // In the order of the form, because jsonb keeps no order.
  const place = (id: string) => asked?.questions.findIndex((one) => one.id === id) ?? -1;
  const all = Object.entries({ ...answers, ...orderAnswers }).sort(([one], [other]) => place(one) - place(other));
  return {
    ...rest,
    ...(runner && {
      who: {
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        email: email ?? '',
        birthDate: birthDate ?? '',
        gender,
        ...(isHelper && { emergencyContact }),
      },
    }),
    answers: all.filter(([id]) => isHelper || !isSensitive(asked, id)).map(([id, value]) => answerOf(asked, id, value)),
    lines: lines.map(({ ref, label, ...line }) => ({ ...line, name: label ?? nameOf(asked, line.kind, ref) })),
    ...(paidWith && { paidWith: { ...paidWith, card: paidWith.card && cardName(paidWith.card) } }),
  };
};

const isSensitive = (form: Form | undefined, id: string): boolean =>
  id.startsWith(privatePrefix) || form?.questions.find((one) => one.id === id)?.role === 'emergency-contact';

/** A question and its options in the language of the form. Without a form, id and value are shown as they are. */
const answerOf = (form: Form | undefined, id: string, value: unknown): AnswerMessage => {
  const question = form?.questions.find((one) => one.id === id);
  if (!form || !question) return { question: id, type: 'text', value };
  const { type, label, options = [] } = question;
  const words = (one: unknown): unknown => {
    const option = options.find((each) => each.id === one);
    return option ? textIn(form, option.label, form.language) : one;
  };
  return {
    question: textIn(form, label, form.language),
    type,
    value: Array.isArray(value) ? value.map(words) : words(value),
  };
};

/** The name of a line in the form. */
const nameOf = (form: Form | undefined, kind: string, ref: string): string => {
  if (!form) return ref;
  const text = (label: Form['questions'][number]['label']) => textIn(form, label, form.language);
  if (kind === 'donation') {
    const cause = form.causes?.find(({ id }) => id === ref);
    return cause ? text(cause.label) : ref;
  }
  for (const { label, variants } of kind === 'item' ? (form.items ?? []) : []) {
    const variant = variants.find(({ id }) => id === ref);
    if (variant) return [text(label), text(variant.label)].join(' ');
  }
  return kind === 'item' ? ref : '';
};
