import type { PersonMessage } from '../../../lambdas/api/console/messages';
import { CommandForm } from '../commands/command-form';
import type { RaceScreenProps } from '../race/race-screen';
import { own as b } from '../texts/bibs';

interface SetBib {
  readonly setBib: { readonly number: number; readonly before?: number };
}

interface BibFormProps {
  readonly race: RaceScreenProps['race'];
  readonly person: Pick<PersonMessage, 'registrationId' | 'bib'>;
}

/** Another number for one runner, or their first. */
export const BibForm = ({ race, person: { registrationId, bib } }: BibFormProps) => (
  <CommandForm<SetBib>
    race={race}
    command="setBib"
    title={b.title}
    lead={b.lead}
    act={b.act}
    content={(values) => ({ ...values, registrationId })}
    fields={[
      {
        name: 'number',
        label: b.number,
        kind: 'whole',
        isOptional: true,
        initial: bib === undefined ? '' : String(bib),
      },
      { name: 'reason', label: b.reason, kind: 'text', isOptional: true },
    ]}
    says={({ setBib: { number, before } }, isDone) => <p>{isDone ? b.did(number) : b.would(number, before)}</p>}
  />
);
