import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Form } from '../../../lambdas/api/form/definition/form';
import type { Entry } from '../../../lambdas/api/form/entry';
import { shortForm } from '../../../lambdas/api/form/short';
import sheet from '../../style/entry.css';
import { today } from '../flow/controller';
import { nothingTyped, type Typed } from '../flow/draft';
import { readIdentity } from '../flow/runner';
import type { Step } from '../flow/steps';
import type { Fault } from '../http/failure';
import { checkPage, payPage, prepareCheck } from '../page/lazy-page';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import type { FillingProps } from '../registration/form/filling';
import * as words from '../texts/giving';
import { now } from '../time/ticker';
import { GiftAmount } from './gift-amount';

type FormPages = typeof import('../form-pages')['formPages'];

const PayForm = payPage((pages) => pages.payForm);
const CheckStep = checkPage((pages) => pages.CheckStep);

type ShortFillingProps = FillingProps & { readonly kind: 'gift' | 'ticket' };
type StepsProps = ShortFillingProps & { readonly pages: FormPages; readonly form: Form; readonly revision: number };

/** Nobody is asked when they were born. */
const identify = ({ firstName, lastName, email }: Typed, day: string) => {
  const read = readIdentity({ ...nothingTyped, firstName, lastName, email }, day);
  const { birthDate: _, ...errors } = read.kind === 'errors' ? read.errors : {};
  const identity = { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), birthDate: '' };
  return { errors, ...(Object.keys(errors).length === 0 && { identity }) };
};

/** With who collects the donation, which the form of runners does not know. */
const withCollected = (entry: Entry, { donation }: Typed): Entry => {
  if (!entry.order.donation || !donation?.fundraiser) return entry;
  const collected = { fundraiser: donation.fundraiser, ...(donation.isPublic && { isPublic: true }) };
  return { ...entry, order: { ...entry.order, collected } as Entry['order'] };
};

const Steps = (props: StepsProps) => {
  const { pages, form, revision, kind, race, controller, draft, notice, isBusy, eventName, raceHref, wanted, hrefOf } =
    props;
  const { ExtrasStep, PersonStep } = pages;
  const { route } = useLocation();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const filled = { draft, unkept: controller.flow.peek().unkept };
  const day = today(now.peek());
  const found = pages.readEntry(form, filled, day, identify);
  const lacksGift = kind === 'gift' && !draft.typed.donation;
  const { entry: whole, ...parts } = found;
  const read = {
    ...parts,
    ...(lacksGift && { donation: words.giftMissing }),
    ...(whole && !lacksGift && { entry: withCollected(whole, draft.typed) }),
  };
  const plan = pages.formPlan(form, filled, read);
  const [steps, step] = [plan.stepsOf(draft), plan.stepOf(draft, wanted, day)];
  const at = steps.indexOf(step);
  const { kind: screen, at: who } = plan.kindOf(draft, step);
  const findings = notice?.kind === 'invalid' && notice.errors.length > 0 ? notice.errors : faults;

  useEffect(() => {
    if (wanted !== step) route(hrefOf(step), true);
  }, [wanted, step]);

  useEffect(prepareCheck, []);

  if (!draft.hold) return null;
  const own = words.form[kind];
  const people = 1 + (draft.companions?.length ?? 0);
  const nextStep = steps[at + 1] ?? step;
  const back = () => route(hrefOf(steps[at - 1] ?? step));
  const next = () => route(hrefOf(nextStep));
  const wordsTo = (to: Step): string =>
    to === 'extras' ? own.toExtras : to === 'check' ? words.toCheck : own.toNext(at + 2);
  const common = {
    ...{ form, controller, filled, findings, news: [] },
    doneWords: wordsTo(nextStep),
    onBack: back,
    onDone: next,
  };
  const part = read.people[who];
  switch (screen) {
    case 'who':
      return part ? (
        <PersonStep
          key={who}
          {...{ ...common, part, who, raceHref }}
          instead={{
            title: people > 1 ? own.of(who + 1, people) : own.who,
            lead: who > 0 ? own.another : own.lead(people),
            emailHint: own.emailHint,
          }}
        />
      ) : null;
    case 'extras':
      return (
        <ExtrasStep
          {...common}
          read={read}
          title={own.extras}
          {...(kind === 'gift' && {
            donation: (error: string | undefined) => (
              <GiftAmount
                {...{ form, error }}
                raceId={draft.hold?.raceId ?? ''}
                currency={draft.hold?.quote.currency ?? ''}
                typed={draft.typed.donation}
                isGone={findings.some(({ field }) => field.startsWith('order.collected'))}
                onType={(donation) => {
                  setFaults([]);
                  controller.dispatch({ kind: 'edited', edit: pages.donated(donation) });
                }}
              />
            ),
          })}
        />
      );
    case 'check':
      return (
        <CheckStep
          {...{ ...common, race, revision, hrefOf }}
          entry={read.entry}
          own={[]}
          onFaults={(those, to) => {
            setFaults(those);
            route(hrefOf(to));
          }}
          hasExtras={pages.hasExtras(form, draft.eventId, read)}
          changeExtras={own.changeExtras}
          promise={words.promise}
          onDone={() => {
            // Where nobody runs there is no waiver, and the request says so.
            controller.dispatch({ kind: 'waiver-answered', hash: '', accepted: true });
            next();
          }}
        />
      );
    default:
      return (
        <PayForm
          {...{ hold: draft.hold, draft, eventName, isBusy, hrefOf }}
          isShort
          checked={draft.quoted?.given.total ?? 0}
          notice={notice?.kind === 'waiver-changed' ? undefined : notice}
          onBack={() => {
            // While a card is read, the price stands.
            if (!isBusy) back();
          }}
          onPay={(tokenise) => void controller.pay(tokenise)}
        />
      );
  }
};

/** The steps of a gift or of tickets: the form of the race, as far as it is not about running. */
export const ShortFilling = (props: ShortFillingProps) => {
  const { draft } = props;
  const { raceId = '', form: held = 0 } = draft.hold ?? {};
  const revision = Math.max(held, draft.form?.revision ?? 0);
  const loaded = useLoaded(`${raceId} ${revision}`, async () => {
    const pages = await import('../form-pages').then(
      ({ formPages }) => formPages,
      () => undefined,
    );
    if (!pages) return { kind: 'network' } as const;
    const form = await pages.entryApi.form(raceId, revision);
    return form.kind === 'ok'
      ? ({ kind: 'ok', value: { pages, form: shortForm(form.value, draft.eventId) } } as const)
      : form;
  });
  if (loaded.kind === 'reading') return <Loading what="page" />;
  if (loaded.kind === 'failed') return <LoadFailed failure={loaded.failure} again={loaded.again} what="page" />;
  return (
    <>
      <link rel="stylesheet" href={sheet} />
      <Steps key={revision} {...props} {...loaded.value} revision={revision} />
    </>
  );
};
