import {
  type Draft,
  idsOf,
  newDraft,
  nothingTyped,
  sameRequest,
  type Typed,
  type TypedField,
  tokenOf,
  typedFrom,
  typedOf,
} from './draft';
import type { FlowEvent } from './events';
import { nothingArrived, reduceFailure, withoutAttempt } from './reduce-failure';
import { type Flow, isUncharged, resume, type Stage } from './stage';

type Of<Kind extends FlowEvent['kind']> = Extract<FlowEvent, { kind: Kind }>;

const maxChargePolls = 15;
const lateAnswerCheckMs = 8000;

const change = (flow: Flow, part: Partial<Draft>, stage: Stage = flow.stage): Flow =>
  flow.draft ? { draft: { ...flow.draft, ...part }, stage } : flow;

const asked = (flow: Flow, { eventId, freshIds }: Of<'asked'>): Flow => {
  const { draft, stage } = flow;
  const mayAsk =
    stage.kind === 'start' ||
    stage.kind === 'turned-away' ||
    (stage.kind === 'standing-by' && stage.operation === 'hold');
  const mayRepeat = stage.kind === 'broken' && stage.operation === 'hold';
  if (!mayAsk && !mayRepeat) return flow;
  return {
    draft: sameRequest(draft, eventId, freshIds.length) ?? newDraft(freshIds, eventId, draft && typedOf(draft)),
    stage: { kind: 'holding', tries: 0 },
  };
};

const startedOver = (flow: Flow, { eventId, freshIds, keepTyped }: Of<'started-over'>): Flow => {
  const { draft } = flow;
  if (!mayLeave(flow)) return flow;
  // The offer stays accepted: its spot is kept for longer than one hold.
  const offer = draft?.eventId === eventId && !draft.outcome ? draft.offer : undefined;
  const next = newDraft(freshIds, eventId, draft && (keepTyped || offer) ? typedOf(draft) : []);
  return {
    draft: offer ? { ...next, offer } : next,
    unkept: keepTyped ? flow.unkept : undefined,
    stage: { kind: 'holding', tries: 0 },
  };
};

/** This browser holds nothing under the old ids, so the same request is made with new ids. */
const idWasTaken = (flow: Flow, { freshIds }: Of<'id-was-taken'>): Flow => {
  const { draft, stage } = flow;
  if (stage.kind !== 'holding' || !draft || draft.attempt) return flow;
  const next = newDraft(freshIds, draft.eventId, typedOf(draft));
  return { draft: draft.offer ? { ...next, offer: draft.offer } : next, stage: { kind: 'holding', tries: 0 } };
};

/** False while a registration may be on its way: a second id could be a second charge. */
const mayLeave = ({ stage, draft }: Flow): boolean =>
  ['expired', 'settled', 'filling', 'turned-away', 'broken', 'start'].includes(stage.kind) &&
  (!draft?.attempt || draft.outcome !== undefined);

const offerTaken = (flow: Flow, { offer, freshIds }: Of<'offer-taken'>): Flow => {
  const { placeId, ticket, eventId, runner } = offer;
  const { stage } = flow;
  const mine = flow.draft?.offer?.placeId === placeId ? flow.draft : undefined;
  const goesOn = stage.kind === 'filling' || mine?.outcome?.status === 'confirmed';
  if ((mine && goesOn) || !mayLeave(flow)) return flow;
  const before = stage.kind === 'expired' ? undefined : sameRequest(mine, eventId, freshIds.length);
  const [own = nothingTyped, ...others] = mine ? typedOf(mine) : [];
  const ids = before ? idsOf(before) : freshIds;
  const draft = newDraft(ids, eventId, [{ ...own, ...typedFrom(runner) }, ...others]);
  return { draft: { ...draft, offer: { placeId, ticket } }, stage: { kind: 'holding', tries: 0 } };
};

/** An offer is for the identity that waited. Only gender and emergency contact can be changed. */
const typedOver = ({ offer, typed }: Draft, change: Partial<Typed>): Typed => {
  if (!offer) return { ...typed, ...change };
  const { gender = typed.gender, emergencyContact = typed.emergencyContact } = change;
  return { ...typed, gender, emergencyContact };
};

const typedOne = (field: TypedField, text: string): Partial<Typed> => ({ [field]: text });

const typedAbout = (draft: Draft, who: number, change: Partial<Typed>): Partial<Draft> =>
  who === 0
    ? { typed: typedOver(draft, change) }
    : {
        companions: draft.companions?.map((one, n) =>
          n + 1 === who ? { ...one, typed: { ...one.typed, ...change } } : one,
        ),
      };

const forgotten = ({ companions }: Draft): Partial<Draft> => ({
  typed: nothingTyped,
  quoted: undefined,
  ...(companions && { companions: companions.map((one) => ({ ...one, typed: nothingTyped })) }),
});

const held = (flow: Flow, { hold }: Of<'held'>): Flow => {
  const { draft, stage } = flow;
  if (
    stage.kind !== 'holding' ||
    !draft ||
    idsOf(draft).join() !== [hold.registrationId, ...(hold.companions ?? [])].join()
  )
    return flow;
  const isOtherText = draft.hold !== undefined && draft.hold.waiver.hash !== hold.waiver.hash;
  return {
    draft: { ...draft, hold, accepted: draft.accepted === hold.waiver.hash ? draft.accepted : undefined },
    stage: { kind: 'filling', ...(isOtherText ? { notice: { kind: 'waiver-changed' } } : {}) },
  };
};

const bankAsked = (flow: Flow, { clientSecret, payment, until }: Of<'bank-asked'>): Flow => {
  const { draft, stage } = flow;
  if (stage.kind !== 'paying' || !draft?.attempt) return flow;
  // With another card under way, the processor still wants the answer about the card before.
  const isAboutFirstCard = draft.leftBank === true && draft.attempt.resume === undefined;
  return change(
    flow,
    { attempt: { ...draft.attempt, resume: payment } },
    {
      kind: 'authenticating',
      clientSecret,
      payment,
      until,
      window: stage.isBack ? 'closed' : 'open',
      ...(isAboutFirstCard && { isAboutFirstCard }),
    },
  );
};

const timeCame = (flow: Flow): Flow => {
  const { stage } = flow;
  if (stage.kind === 'standing-by') {
    const { operation, tries, pause } = stage;
    return { ...flow, stage: { kind: operation === 'hold' ? 'holding' : 'paying', tries, after: pause } };
  }
  if (stage.kind === 'broken') {
    const again = { hold: { kind: 'holding', tries: 0 }, pay: { kind: 'paying', tries: 0 } } as const;
    return stage.operation === 'poll' ? flow : { ...flow, stage: again[stage.operation] };
  }
  // Where the bank's window was in another tab, it is opened here if the bank still asks.
  if (stage.kind === 'authenticating')
    return { ...flow, stage: { kind: 'paying', tries: 0, isBack: stage.window !== 'elsewhere' } };
  if (stage.kind === 'waiting') {
    const { since, checking, pause } = stage;
    return { ...flow, stage: { kind: 'polling', since, checking, ...(pause ? { pause } : {}) } };
  }
  return flow;
};

const told = (flow: Flow, { status, now, pollAt }: Of<'told'>): Flow => {
  const { stage, draft } = flow;
  if (!draft || status.registrationId !== draft.registrationId) return flow;
  if (status.status === 'processing') {
    // An older answer may arrive after a newer one. The outcome stays.
    if (draft.outcome) return flow;
    const since = stage.kind === 'polling' ? stage.since : now;
    const checking = stage.kind === 'polling' && stage.checking;
    // No registration has appeared in this time.
    if (checking && now - since >= lateAnswerCheckMs) return nothingArrived(draft, now);
    return { ...flow, stage: { kind: 'waiting', pollAt, since, checking } };
  }
  // After a refusal, also a late one by the bank, the runner may try again, so what was typed is kept.
  // It is kept for a group as well if only one of them was registered before.
  const isFinal =
    (status.status === 'duplicate' && !draft.companions) ||
    (status.status === 'confirmed' && status.payment !== 'authorised');
  const settled = change(flow, { ...(isFinal && forgotten(draft)), outcome: status, submitted: true });
  const polls = stage.kind === 'settled' ? stage.polls + 1 : 0;
  const again = settled.draft && isUncharged(settled.draft) && polls < maxChargePolls;
  return { ...settled, stage: { kind: 'settled', polls, ...(again ? { pollAt } : {}) } };
};

const adopted = (flow: Flow, { draft, now }: Of<'adopted'>): Flow => {
  const mine = flow.draft;
  const sameStand =
    mine?.registrationId === draft?.registrationId &&
    mine?.hold?.hold === draft?.hold?.hold &&
    (mine && tokenOf(mine)) === (draft && tokenOf(draft)) &&
    mine?.submitted === draft?.submitted &&
    mine?.outcome?.status === draft?.outcome?.status;
  if (sameStand) return draft ? { ...flow, draft } : flow;
  // The processor is reading a card of this tab. The lock around that call decides, not the other tab.
  if (flow.stage.kind === 'tokenising') return flow;
  const after = resume(draft, now);
  // The other tab goes on with the attempt, however long its bank asks.
  return after.stage.kind === 'waiting' ? { ...after, stage: { ...after.stage, checking: false } } : after;
};

/** The attempt after one event. An event that does not fit the stage changes nothing. */
export const reduce = (flow: Flow, event: FlowEvent): Flow => {
  const after = reduced(flow, event);
  // No other event knows of these answers.
  return flow.unkept && !('unkept' in after) ? { ...after, unkept: flow.unkept } : after;
};

const reduced = (flow: Flow, event: FlowEvent): Flow => {
  const { stage, draft } = flow;
  switch (event.kind) {
    case 'asked':
      return asked(flow, event);
    case 'id-was-taken':
      return idWasTaken(flow, event);
    case 'started-over':
      return startedOver(flow, event);
    case 'offer-taken':
      return offerTaken(flow, event);
    case 'held':
      return held(flow, event);
    case 'typed':
      return draft ? change(flow, typedAbout(draft, event.who ?? 0, typedOne(event.field, event.text))) : flow;
    case 'edited':
      return draft && stage.kind === 'filling' ? { ...flow, ...event.edit({ ...flow, draft }) } : flow;
    case 'cleared':
      return draft ? change(flow, typedAbout(draft, event.who ?? 0, nothingTyped)) : flow;
    case 'waiver-answered':
      return change(flow, { accepted: event.accepted ? event.hash : undefined });
    case 'card-given':
      return stage.kind === 'filling' && !draft?.attempt ? { ...flow, stage: { kind: 'tokenising' } } : flow;
    case 'card-not-taken':
      return stage.kind === 'tokenising'
        ? { ...flow, stage: { kind: 'filling', ...(event.notice && { notice: event.notice }) } }
        : flow;
    case 'card-taken':
      return stage.kind === 'tokenising'
        ? change(
            flow,
            { attempt: event.attempt, ...(draft?.quoted && { quoted: { ...draft.quoted, tried: true } }) },
            { kind: 'paying', tries: 0 },
          )
        : flow;
    case 'bank-asked':
      return bankAsked(flow, event);
    case 'bank-window': {
      const { window, take = false } = event;
      return stage.kind === 'authenticating' ? { ...flow, stage: { ...stage, window, take } } : flow;
    }
    case 'bank-answered':
      return stage.kind === 'authenticating' && draft?.attempt
        ? change(
            flow,
            { attempt: { ...draft.attempt, answered: event.answered } },
            { kind: 'paying', tries: 0, isBack: true },
          )
        : flow;
    case 'other-card-wanted':
      return stage.kind === 'authenticating' && draft
        ? { draft: { ...withoutAttempt(draft), leftBank: true }, stage: { kind: 'filling' } }
        : flow;
    case 'accepted':
      return stage.kind === 'paying'
        ? change(
            flow,
            { submitted: true },
            { kind: 'waiting', pollAt: event.pollAt, since: event.now, checking: false },
          )
        : flow;
    case 'told':
      return told(flow, event);
    case 'failed':
      return reduceFailure(flow, event);
    case 'time-came':
      return timeCame(flow);
    case 'stopped':
      if (stage.kind === 'standing-by') return { ...flow, stage: { ...stage, stopped: true } };
      return stage.kind === 'holding' && stage.challenge
        ? {
            ...flow,
            stage: {
              kind: 'standing-by',
              operation: 'hold',
              pause: 'crowded',
              from: 0,
              until: 0,
              tries: 0,
              stopped: true,
            },
          }
        : flow;
    case 'ran-out':
      // A card that is being read or charged may still be accepted. Then only the server says "too late".
      return stage.kind === 'filling' ? { ...flow, stage: { kind: 'expired', why: 'too-late' } } : flow;
    case 'adopted':
      return adopted(flow, event);
  }
};
