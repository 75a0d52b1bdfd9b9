import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { money } from '../../src/page/money';
import { BibForm } from '../bibs/bib-form';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import type { Field as CommandField } from '../commands/fields';
import type { RaceScreenProps } from '../race/race-screen';
import * as c from '../texts/commands';
import * as p from '../texts/participants';
import { MoveForm, WithdrawMove } from './move-form';
import { ReissueForm } from './reissue-form';
import { SettleUnpaid } from './settle-unpaid';

interface Of extends RaceScreenProps {
  readonly person: PersonMessage;
}

type Line = PersonMessage['lines'][number];
type About = Omit<Of, 'may'>;

const nameOf = (line: Line) => p.lineCalled(p.lineKinds[line.kind] ?? line.kind, line.name);
const leftOf = (line: Line) => line.amount - (line.refund ?? 0);
const isPaid = ({ payment }: PersonMessage) =>
  payment !== undefined && !['authorised', 'voided', 'failed'].includes(payment);

interface HandedOut {
  readonly handedOut: { readonly lines: readonly number[]; readonly isUndone: boolean };
}

interface RefundedLine {
  readonly refundedLine: Record<'refund' | 'left', number> & { readonly currency: string; readonly credit?: number };
}

interface RefundedTransferFee {
  readonly refundedTransferFee: RefundedLine['refundedLine'];
}

interface ReturnedUse {
  readonly returnedUse: { readonly code: string };
}

const refundWords = ({ refund, left, currency, credit }: RefundedLine['refundedLine'], isDone: boolean) => (
  <p>
    {isDone
      ? c.refundLineDid(money(refund, currency))
      : c.refundLineWould(money(refund, currency), money(left, currency))}
    {credit !== undefined && ` ${credit > 0 ? c.creditLowered(money(credit, currency)) : c.creditEnds}`}
  </p>
);
const refundedWords = ({ refundedLine }: RefundedLine, isDone: boolean) => refundWords(refundedLine, isDone);
const refundedFeeWords = ({ refundedTransferFee }: RefundedTransferFee, isDone: boolean) =>
  refundWords(refundedTransferFee, isDone);

const handedOutWords = ({ handedOut: { lines, isUndone } }: HandedOut) => (
  <p>{c.handOutWould(lines.length, isUndone)}</p>
);

/** The actions for one money line. */
export const LineActions = ({ race, may, person, line }: Of & { readonly line: Line }) => {
  const { registrationId } = person;
  const { position, kind, state, handedOutAt } = line;
  const name = nameOf(line);
  const given = state === 'given';
  return (
    <span class="row-actions">
      {may.command('handOut') && kind === 'item' && given && handedOutAt === undefined && (
        <CommandButton<HandedOut>
          raceId={race.id}
          command="handOut"
          content={{ registrationId, positions: [position] }}
          label={p.lineActions.handOut}
          title={p.lineActions.handOutOf(name)}
          act={c.handOut.act}
          says={handedOutWords}
        />
      )}
      {may.command('refundLine') && isPaid(person) && leftOf(line) > 0 && (
        <CommandButton<RefundedLine>
          raceId={race.id}
          command="refundLine"
          content={{ registrationId, position }}
          label={p.lineActions.refund}
          title={p.lineActions.refundOf(name)}
          act={c.refundLine.act}
          says={refundedWords}
        />
      )}
      {may.command('hideDonor') && line.isNamed && (
        <CommandButton<unknown>
          raceId={race.id}
          command="hideDonor"
          content={{ registrationId }}
          label={p.lineActions.hideDonor}
          title={p.hideDonor.title}
          act={p.hideDonor.act}
          says={(_, isDone) => <p>{isDone ? p.hideDonor.did : p.hideDonor.would}</p>}
        />
      )}
      {may.command('returnUse') && kind === 'code' && (given || state === 'over') && (
        <CommandButton<ReturnedUse>
          raceId={race.id}
          command="returnUse"
          content={{ registrationId, position }}
          label={p.lineActions.returnUse}
          title={c.returnUse.title}
          act={c.returnUse.act}
          says={({ returnedUse: { code } }) => <p>{c.returnUseWould(code)}</p>}
        />
      )}
    </span>
  );
};

/** The actions for a registration that the director may take. Each one first says what it does. */
export const PersonActions = ({ race, may, person }: Of) => {
  const of = { race, person };
  const handedOut = person.lines.filter(({ handedOutAt }) => handedOutAt !== undefined);
  const refundable = isPaid(person) ? person.lines.filter((line) => leftOf(line) > 0) : [];
  const { transferFee: fee } = person;
  const isFeeLeft = fee !== undefined && ['captured', 'refunded'].includes(fee.state) && fee.refund < fee.amount;
  const invoices = person.documents.filter(({ kind }) => kind === 'invoice');
  return (
    <div class="person-actions">
      {person.state === 'registered' && person.who && <Corrections {...of} may={may} who={person.who} />}
      {may.command('settleUnpaid') && person.state === 'registered' && <SettleUnpaid {...of} may={may} />}
      {may.command('withdrawMove') && <WithdrawMove {...of} />}
      {may.command('moveEvent') && person.state === 'registered' && <MoveForm {...of} />}
      {may.command('setBib') && person.state === 'registered' && <BibForm {...of} />}
      {may.command('replaceCheckInCode') && person.state === 'registered' && <NewCode {...of} />}
      {may.command('refundLine') && refundable.length > 0 && <RefundPart {...of} lines={refundable} />}
      {may.command('refundTransferFee') && isFeeLeft && <RefundFee {...of} />}
      {may.command('handOut') && handedOut.length > 0 && <TakeBack {...of} lines={handedOut} />}
      {may.command('reissueInvoice') && invoices.length > 0 && <ReissueForm {...of} invoices={invoices} />}
      {may.command('cancelRegistration') && person.state === 'registered' && <Cancel {...of} />}
    </div>
  );
};

interface CorrectedRunner {
  readonly correctedRunner: { readonly fields: readonly string[] };
}

const correctedWords = ({ correctedRunner: { fields } }: CorrectedRunner, isDone: boolean) => {
  const names = fields.map((field) => p.fieldNames[field] ?? field);
  if (names.length === 0) return <p>{p.correct.nothing}</p>;
  return <p>{isDone ? p.correctDid(names) : p.correctWould(names, fields.includes('email'))}</p>;
};

const reasonField: CommandField = { name: 'reason', label: p.correct.reason, hint: p.correct.reasonHint, kind: 'text' };

const Corrections = ({ race, may, person, who }: Of & { readonly who: NonNullable<PersonMessage['who']> }) => {
  const { registrationId } = person;
  const content = (values: object) => ({ ...values, registrationId });
  return (
    <>
      {may.command('resendLink') && (
        <p class="resend">
          <CommandButton<unknown>
            raceId={race.id}
            command="resendLink"
            content={{ registrationId }}
            label={p.resend.label}
            title={p.resend.label}
            act={p.resend.act}
            says={(_, isDone) => <p>{isDone ? p.resendDid(who.email) : p.resendWould(who.email)}</p>}
          />
        </p>
      )}
      {may.command('correctRunner') && (
        <CommandForm<CorrectedRunner>
          race={race}
          command="correctRunner"
          title={p.correct.title}
          lead={p.correct.lead}
          act={p.correct.act}
          content={content}
          fields={[
            { name: 'firstName', label: p.correct.firstName, kind: 'text', initial: who.firstName },
            { name: 'lastName', label: p.correct.lastName, kind: 'text', initial: who.lastName },
            {
              name: 'birthDate',
              label: p.correct.birthDate,
              hint: p.correct.birthDateHint,
              kind: 'text',
              initial: who.birthDate,
            },
            reasonField,
          ]}
          says={correctedWords}
        />
      )}
      {may.command('correctAddress') && (
        <CommandForm<CorrectedRunner>
          race={race}
          command="correctAddress"
          title={p.correct.addressTitle}
          lead={p.correct.addressLead}
          act={p.correct.act}
          content={content}
          fields={[{ name: 'email', label: p.facts.email, kind: 'text', initial: who.email }, reasonField]}
          says={correctedWords}
        />
      )}
    </>
  );
};

const NewCode = ({ race, person: { registrationId } }: About) => (
  <CommandForm<unknown>
    race={race}
    command="replaceCheckInCode"
    title={p.newCode.title}
    lead={p.newCode.lead}
    act={p.newCode.act}
    content={(values) => ({ ...values, registrationId })}
    fields={[{ name: 'reason', label: p.newCode.reason, hint: p.newCode.reasonHint, kind: 'text', isOptional: true }]}
    says={(_, isDone) => <p>{isDone ? p.newCode.did : p.newCode.would}</p>}
  />
);

const lineField = (lines: readonly Line[]): CommandField => ({
  name: 'position',
  label: p.line,
  kind: 'choice',
  choices: lines.map((line) => [String(line.position), nameOf(line)]),
  initial: String(lines[0]?.position ?? 0),
});

const amountField: CommandField = {
  name: 'amount',
  label: c.refundLine.amount,
  hint: c.refundLine.amountHint,
  kind: 'money',
  isOptional: true,
};

const RefundPart = ({ race, person: { registrationId }, lines }: About & { readonly lines: readonly Line[] }) => (
  <CommandForm<RefundedLine>
    race={race}
    command="refundLine"
    title={c.refundLine.title}
    lead={c.refundLine.lead}
    act={c.refundLine.act}
    content={({ position, ...values }) => ({ ...values, position: Number(position), registrationId })}
    fields={[lineField(lines), amountField]}
    says={refundedWords}
  />
);

const RefundFee = ({ race, person: { registrationId } }: About) => (
  <CommandForm<RefundedTransferFee>
    race={race}
    command="refundTransferFee"
    title={c.refundTransferFee.title}
    lead={c.refundTransferFee.lead}
    act={c.refundLine.act}
    content={(values) => ({ ...values, registrationId })}
    fields={[amountField]}
    says={refundedFeeWords}
  />
);

const TakeBack = ({ race, person: { registrationId }, lines }: About & { readonly lines: readonly Line[] }) => (
  <CommandForm<HandedOut>
    race={race}
    command="handOut"
    title={c.handOut.title}
    act={c.handOut.act}
    content={({ position, undo }) => ({ positions: [Number(position)], undo, registrationId })}
    fields={[lineField(lines), { name: 'undo', label: c.handOut.undo, hint: c.handOut.undoHint, kind: 'text' }]}
    says={handedOutWords}
  />
);

interface Cancelled {
  readonly cancelled: { readonly refund: number; readonly currency: string };
}

const Cancel = ({ race, person: { registrationId } }: About) => (
  <CommandForm<Cancelled>
    race={race}
    command="cancelRegistration"
    title={c.cancel.title}
    lead={c.cancel.lead}
    act={c.cancel.act}
    content={(values) => ({ ...values, registrationId })}
    fields={[
      { name: 'refundPercent', label: c.cancel.percent, hint: c.cancel.percentHint, kind: 'whole', isOptional: true },
    ]}
    says={({ cancelled: { refund, currency } }, isDone) => (
      <p>{isDone ? c.cancelDid(money(refund, currency)) : c.cancelWould(money(refund, currency))}</p>
    )}
  />
);
