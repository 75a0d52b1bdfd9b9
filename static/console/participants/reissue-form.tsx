import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { CommandForm } from '../commands/command-form';
import type { RaceScreenProps } from '../race/race-screen';
import * as c from '../texts/commands';

interface ReissueFormProps {
  readonly race: RaceScreenProps['race'];
  readonly person: PersonMessage;
  readonly invoices: PersonMessage['documents'];
}

interface Reissued {
  readonly reissued: { readonly creditNote: string; readonly invoice: string };
}

export const ReissueForm = ({ race, person: { registrationId }, invoices }: ReissueFormProps) => (
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
      {
        name: 'invoice',
        label: c.reissue.invoice,
        kind: 'choice',
        choices: invoices.map(({ number }) => [number, number]),
        initial: invoices.at(-1)?.number ?? '',
      },
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
