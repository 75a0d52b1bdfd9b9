import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Form } from '../../../lambdas/api/form/definition/form';
import { formOfTransfer } from '../../../lambdas/api/form/transfer';
import type { RaceMessage } from '../../../lambdas/api/messages/races';
import { today } from '../flow/controller';
import { newDraft, nothingTyped } from '../flow/draft';
import type { Filled, FlowEvent } from '../flow/events';
import { keepUnder } from '../flow/kept';
import type { Failure, Fault } from '../http/failure';
import { lazyApi } from '../page/lazy-services';
import { bold } from '../page/marks';
import { money } from '../page/money';
import { LoadFailed, Loading } from '../page/problem-screen';
import { keepToken } from '../page/tokens';
import { useLoaded } from '../page/use-loaded';
import { useNow } from '../page/use-value';
import { readSeenRace } from '../race/read-race';
import { WaiverForm } from '../registration/form/waiver-form';
import * as changeTexts from '../texts/changes';
import * as t from '../texts/page';
import { writeInstant } from '../time/dates';
import { now } from '../time/ticker';
import { Ended, type Over, SpotIsYours } from './ends';
import { PayFee } from './pay-fee';
import { takeoverDraft } from './taking-over';
import { hasBegunToPay } from './use-paying-quote';
import type { OfferedTransfer } from './use-taking-over';

type FormPages = typeof import('../form-pages')['formPages'];
type SignPages = typeof import('../sign-pages')['signPages'];

interface FormTakeOverProps {
  readonly offer: OfferedTransfer;
  readonly token: string;
  readonly wanted: string | undefined;
}

type Stage =
  | { readonly kind: 'filling'; readonly failure?: Failure; readonly findings?: readonly Fault[] }
  | { readonly kind: 'sending' }
  | { readonly kind: 'ended'; readonly why: Over }
  | { readonly kind: 'accepted'; readonly number: number };

type Step = 'runner' | 'sign' | 'waiver';

interface StepsProps extends FormTakeOverProps {
  readonly form: Form;
  readonly race: RaceMessage;
  readonly revision: number;
  readonly pages: FormPages & SignPages;
  readonly onNewForm: (revision: number) => void;
}

/** What the steps show; of everything else the last one says that it did not work. */
const shownFields = /^people\.0\.(?:answers|firstName|lastName|email|birthDate|guardian|signatures)\b/;

/** Whose place a fault of the entry has. */
const stepOfFault = ({ field }: Fault): Step => (/\.(?:guardian|signatures)\b/.test(field) ? 'sign' : 'runner');

const Steps = ({ offer, token, wanted, form, race, revision, pages, onNewForm }: StepsProps) => {
  const { registrationId, eventId, raceId, raceName, eventName, endsAt, from, recipient, fee } = offer;
  const { route } = useLocation();
  const [kept] = useState(() => keepUnder(() => localStorage, `startline:takeover:${registrationId}`, takeoverDraft));
  // Read once, so that the outcome stays on the page.
  const [hasBegun] = useState(() => hasBegunToPay(registrationId));
  const [waiver, setWaiver] = useState(offer.waiver);
  const [accepted, setAccepted] = useState(() => kept.read()?.accepted);
  const [stage, setStage] = useState<Stage>({ kind: 'filling' });
  const [filled, setFilled] = useState<Filled>(() => {
    const typed = kept.read()?.typed ?? { ...nothingTyped, firstName: recipient.firstName, email: recipient.email };
    return { draft: newDraft([registrationId], eventId, [typed]), unkept: undefined };
  });
  // Two events in one moment must not undo each other.
  const latest = useRef(filled);
  const edit = (change: (before: Filled) => Filled) => {
    latest.current = change(latest.current);
    kept.write({ typed: latest.current.draft.typed, ...(accepted !== undefined && { accepted }) });
    setFilled(latest.current);
  };
  const dispatch = (event: FlowEvent) => {
    if (event.kind === 'edited') edit(event.edit);
    if (event.kind === 'typed')
      edit(({ draft, ...rest }) => ({
        ...rest,
        draft: { ...draft, typed: { ...draft.typed, [event.field]: event.text } },
      }));
  };

  const signing = pages.useSigning({
    ...{ form, race, eventId, registrationId },
    // Apart from what somebody signs in this browser to register in the same race.
    raceId: registrationId,
    read: pages.readEntry(form, filled, today(now.peek())),
  });
  const { read } = signing;
  const [part] = read.people;
  const documents = form.documents ?? [];
  // A waiver of the form is the waiver of its race: nobody accepts two.
  const hasOwnWaiver = documents.some(({ kind }) => kind === 'waiver');
  const steps: readonly Step[] = [
    'runner',
    ...(documents.length > 0 ? (['sign'] as const) : []),
    ...(hasOwnWaiver ? [] : (['waiver'] as const)),
  ];
  const isRight = part !== undefined && pages.isRight(part);
  const furthest = isRight ? (documents.length > 0 && !signing.isDone ? 1 : steps.length - 1) : 0;
  const at = Math.min(Math.max(0, steps.indexOf(wanted as Step)), furthest);
  const step = steps[at] ?? 'runner';
  const href = `/transfers/${registrationId}`;
  const go = (to: Step) => route(to === 'runner' ? href : `${href}?step=${to}`);
  const back = () => go(steps[at - 1] ?? 'runner');
  const isSending = stage.kind === 'sending';
  const failure = stage.kind === 'filling' ? stage.failure : undefined;

  const failed = (answer: Failure) => {
    if (answer.kind === 'problem') {
      const { name, faults } = answer;
      if (name === 'transfer-gone' || name === 'change-too-late' || name === 'already-registered')
        return setStage({ kind: 'ended', why: name });
      if (name === 'form-changed' && typeof answer.form === 'number' && answer.form !== revision)
        onNewForm(answer.form);
      if (name === 'waiver-changed') {
        setAccepted(undefined);
        void lazyApi.transfer(registrationId, token).then((again) => {
          if (again.kind === 'ok' && again.value.status === 'offered') setWaiver(again.value.waiver);
        });
      }
      const findings = pages.atTheirFields(faults ?? []);
      const fault = findings.find(({ field }) => shownFields.test(field));
      if (fault) {
        go(stepOfFault(fault));
        return setStage({ kind: 'filling', findings });
      }
    }
    setStage({ kind: 'filling', failure: answer });
  };
  const isComplete = furthest === steps.length - 1 && (hasOwnWaiver ? signing.isDone : accepted === waiver.hash);
  const body =
    read.entry && isComplete
      ? { form: revision, entry: read.entry, waiver: { hash: waiver.hash, accepted: true as const } }
      : undefined;
  const isPaying = wanted === 'pay' && fee !== undefined && (body !== undefined || hasBegun);
  const send = () => {
    if (fee) return route(`${href}?step=pay`);
    if (!read.entry || isSending) return;
    setStage({ kind: 'sending' });
    void lazyApi
      .takeOver(registrationId, token, { form: revision, entry: read.entry, waiver: waiver.hash })
      .then((answer) => {
        if (answer.kind !== 'ok') return failed(answer);
        keepToken('registrations', registrationId, answer.value.link);
        kept.write(undefined);
        setStage({ kind: 'accepted', number: answer.value.number });
      });
  };
  const next = () => {
    const to = steps[at + 1];
    if (to) go(to);
    else send();
  };

  const time = useNow();
  // A runner who paid in time may get the spot after the end of the offer.
  const isOver = stage.kind === 'filling' && !isPaying && time >= Date.parse(endsAt);
  if (stage.kind === 'accepted')
    return (
      <SpotIsYours
        {...{ registrationId, raceId, raceName, eventName }}
        number={stage.number}
        runner={filled.draft.typed}
      />
    );
  if (stage.kind === 'ended' || isOver)
    return (
      <Ended
        why={stage.kind === 'ended' ? stage.why : 'change-too-late'}
        raceId={raceId}
        onLookAgain={() => {
          setStage({ kind: 'filling' });
          route(href, true);
        }}
      />
    );
  if (isPaying && stage.kind === 'filling')
    return (
      <PayFee
        key="pay"
        {...{ offer, token, body }}
        typed={filled.draft.typed}
        onBack={() => go(steps.at(-1) ?? 'runner')}
        onNoQuote={(none) => {
          go(steps.at(-1) ?? 'runner');
          if (none) failed(none);
        }}
        onLookAgain={() => route(href, true)}
      />
    );
  const lastWords = fee ? changeTexts.takeoverToPay : changeTexts.takeOver;
  const doneWords = steps[at + 1] ? (steps[at + 1] === 'sign' ? changeTexts.takeoverToSign : t.toWaiver) : lastWords;
  const last = {
    doneWords,
    busyWords: isSending ? changeTexts.takingOver : undefined,
    failure,
    onBack: back,
    onDone: next,
  };
  switch (step) {
    case 'runner':
      return part ? (
        <pages.PersonStep
          {...{ form, filled, part, doneWords, onBack: back, onDone: next }}
          controller={{ dispatch }}
          who={0}
          raceHref={`/races/${raceId}`}
          findings={(stage.kind === 'filling' && stage.findings) || []}
          news={[]}
          note={
            <div class="offered-spot">
              <p class="lead">
                {changeTexts.takeoverLead(bold, from, eventName, raceName, fee && money(fee.amount, fee.currency))}
              </p>
              <p>{changeTexts.takeoverUntil(bold, writeInstant(endsAt, race.timeZone).there)}</p>
            </div>
          }
        />
      ) : null;
    case 'sign':
      return (
        <pages.SignStep
          {...last}
          raceId={raceId}
          people={signing.people}
          isDone={signing.isDone}
          adultAge={form.adultAge ?? 18}
          onType={signing.type}
        />
      );
    case 'waiver':
      return (
        <WaiverForm
          {...last}
          waiver={waiver}
          isAccepted={accepted === waiver.hash}
          hasChanged={waiver.hash !== offer.waiver.hash}
          changedWords={changeTexts.takeoverWaiverChanged}
          onAnswer={(is) => {
            setAccepted(is ? waiver.hash : undefined);
            kept.write({ typed: filled.draft.typed, ...(is && { accepted: waiver.hash }) });
          }}
        />
      );
  }
};

/** Takes over a spot in a race with a form: its questions, its rules, its signatures. */
export const FormTakeOver = (props: FormTakeOverProps) => {
  const { raceId, form: first = 0 } = props.offer;
  const [revision, setRevision] = useState(first);
  const loaded = useLoaded(`${raceId} ${revision}`, async () => {
    const scripts = await Promise.all([import('../form-pages'), import('../sign-pages')]).catch(() => undefined);
    if (!scripts) return { kind: 'network' } as const;
    const [{ formPages }, { signPages }] = scripts;
    const [form, race] = await Promise.all([formPages.entryApi.form(raceId, revision), readSeenRace(raceId)]);
    if (form.kind !== 'ok') return form;
    if (race.kind !== 'ok') return race;
    const pages = { ...formPages, ...signPages };
    return { kind: 'ok', value: { form: formOfTransfer(form.value), race: race.value, pages } } as const;
  });
  if (loaded.kind === 'reading') return <Loading what="offer" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="offer" />;
  return <Steps key={revision} {...props} {...loaded.value} revision={revision} onNewForm={setRevision} />;
};
