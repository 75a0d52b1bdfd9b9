import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Heading } from '../../src/page/heading';
import { money } from '../../src/page/money';
import { CommandForm } from '../commands/command-form';
import type { Field as CommandField, Values } from '../commands/fields';
import { useOrdered } from '../http/data';
import { Field } from '../page/field';
import { localInstant } from '../page/instants';
import { Table } from '../page/table';
import { Shown } from '../page/words';
import * as c from '../texts/commands';
import * as t from '../texts/en';
import type { RaceScreenProps } from './race-screen';

interface Of {
  readonly race: RaceScreenProps['race'];
  readonly registrationId: string;
}

const positionField: CommandField = { name: 'position', label: c.position, hint: c.positionHint, kind: 'whole' };

/** What is ordered about one registration. Its id is in the address, so that a list can lead here. */
export const Registration = ({ race, may }: RaceScreenProps) => {
  const { query, path, route } = useLocation();
  const { id = '' } = query;
  const of = { race, registrationId: id };
  return (
    <>
      <Heading title={`${t.raceScreens.registration} · ${race.name}`}>{t.raceScreens.registration}</Heading>
      {id === '' ? (
        <Find onFind={(found) => route(`${path}?id=${found}`)} />
      ) : (
        <div key={id}>
          <p>
            {c.registration.now(id)}{' '}
            <a class="plain" href={path}>
              {c.registration.another}
            </a>
          </p>
          {may.command('documents') && <Documents {...of} />}
          {may.command('handOut') && <HandOut {...of} />}
          {may.command('refundLine') && <RefundLine {...of} />}
          {may.command('returnUse') && <ReturnUse {...of} />}
          {may.command('cancelRegistration') && <Cancel {...of} />}
          {may.command('reissueInvoice') && <Reissue {...of} />}
        </div>
      )}
    </>
  );
};

const Find = ({ onFind }: { onFind: (id: string) => void }) => {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(typed.trim().toLowerCase()) ?? [];
    if (id) return onFind(id);
    setWrong(true);
    return document.getElementById('registration-id')?.focus();
  };
  return (
    <form class="panel" noValidate onSubmit={submit}>
      <p class="quiet">{c.registration.lead}</p>
      <Field
        id="registration-id"
        label={c.registration.id}
        hint={c.registration.idHint}
        error={isWrong ? c.registration.idWrong : undefined}
        input={{
          value: typed,
          autoComplete: 'off',
          spellcheck: false,
          onInput: ({ currentTarget }) => setTyped(currentTarget.value),
        }}
      />
      <button type="submit" class="button button-quiet">
        {c.registration.find}
      </button>
    </form>
  );
};

interface IssuedDocument {
  readonly number: string;
  readonly issuedAt: string;
  readonly gross: number;
  readonly currency: string;
  readonly billTo?: { readonly name: string };
}

const Documents = ({ race, registrationId }: Of) => {
  const data = useOrdered<{ readonly documents: readonly IssuedDocument[] }>(race.id, 'documents', { registrationId });
  return (
    <section>
      <h2>{c.registration.documentsTitle}</h2>
      <Shown data={data} what={t.things.list}>
        {({ documents }) =>
          documents.length === 0 ? (
            <p class="quiet">{c.registration.documentsNone}</p>
          ) : (
            <Table
              caption={c.registration.documentsTitle}
              columns={c.registration.documentsColumns}
              figures={['gross']}
              rows={documents.map(({ number, issuedAt, gross, currency, billTo }) => ({
                key: number,
                cells: {
                  number,
                  at: localInstant(issuedAt),
                  to: billTo?.name ?? '',
                  gross: money(gross, currency),
                },
              }))}
            />
          )
        }
      </Shown>
    </section>
  );
};

interface RefundedLine {
  readonly refundedLine: { readonly refund: number; readonly left: number; readonly currency: string };
}

const RefundLine = ({ race, registrationId }: Of) => (
  <CommandForm<RefundedLine>
    race={race}
    command="refundLine"
    title={c.refundLine.title}
    lead={c.refundLine.lead}
    act={c.refundLine.act}
    content={(values) => ({ ...values, registrationId })}
    fields={[
      positionField,
      { name: 'amount', label: c.refundLine.amount, hint: c.refundLine.amountHint, kind: 'money', isOptional: true },
    ]}
    says={({ refundedLine: { refund, left, currency } }, isDone) => (
      <p>
        {isDone
          ? c.refundLineDid(money(refund, currency))
          : c.refundLineWould(money(refund, currency), money(left, currency))}
      </p>
    )}
  />
);

interface Cancelled {
  readonly cancelled: { readonly refund: number; readonly currency: string };
}

const Cancel = ({ race, registrationId }: Of) => (
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

interface HandedOut {
  readonly handedOut: { readonly lines: readonly number[]; readonly isUndone: boolean };
}

/** A line that is no number is refused by the server, which names it. */
const positionsOf = (values: Values): readonly number[] => (values.positions as readonly string[]).map(Number);

const HandOut = ({ race, registrationId }: Of) => (
  <CommandForm<HandedOut>
    race={race}
    command="handOut"
    title={c.handOut.title}
    act={c.handOut.act}
    content={(values) => ({ ...values, positions: positionsOf(values), registrationId })}
    fields={[
      { name: 'positions', label: c.handOut.positions, hint: c.handOut.positionsHint, kind: 'list' },
      { name: 'undo', label: c.handOut.undo, hint: c.handOut.undoHint, kind: 'text', isOptional: true },
    ]}
    says={({ handedOut: { lines, isUndone } }) => <p>{c.handOutWould(lines.length, isUndone)}</p>}
  />
);

interface ReturnedUse {
  readonly returnedUse: { readonly code: string };
}

const ReturnUse = ({ race, registrationId }: Of) => (
  <CommandForm<ReturnedUse>
    race={race}
    command="returnUse"
    title={c.returnUse.title}
    lead={c.returnUse.lead}
    act={c.returnUse.act}
    content={(values) => ({ ...values, registrationId })}
    fields={[positionField]}
    says={({ returnedUse: { code } }) => <p>{c.returnUseWould(code)}</p>}
  />
);

interface Reissued {
  readonly reissued: { readonly creditNote: string; readonly invoice: string };
}

const Reissue = ({ race, registrationId }: Of) => (
  <CommandForm<Reissued>
    race={race}
    command="reissueInvoice"
    title={c.reissue.title}
    lead={c.reissue.lead}
    act={c.reissue.act}
    content={({ invoice, country, name, address, taxId }) => ({
      registrationId,
      invoice,
      ...(country !== undefined && { billTo: { name, address, country, ...(taxId !== undefined && { taxId }) } }),
    })}
    fields={[
      { name: 'invoice', label: c.reissue.invoice, kind: 'text' },
      { name: 'country', label: c.reissue.country, hint: c.reissue.countryHint, kind: 'text', isOptional: true },
      { name: 'name', label: c.reissue.name, kind: 'text', isOptional: true },
      { name: 'address', label: c.reissue.address, kind: 'lines', isOptional: true },
      { name: 'taxId', label: c.reissue.taxId, kind: 'text', isOptional: true },
    ]}
    says={({ reissued: { creditNote, invoice } }, isDone) => (
      <p>{isDone ? c.reissueDid(creditNote, invoice) : c.reissueWould}</p>
    )}
  />
);
