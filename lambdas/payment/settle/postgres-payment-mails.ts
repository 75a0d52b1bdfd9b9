import type { Settlement } from '../../domain/payment';
import type { MailMessage, OutboxMessage } from '../../ledger/outbox';
import type { Sql } from '../../platform/postgres/postgres';
import type { MailTemplate } from '../ports';
import { mailAbout } from './settlement';

export interface MailNeeds {
  readonly newId: () => string;
  readonly mailMessage: MailMessage<MailTemplate>;
}

/** What became of a payment. */
interface MailCause {
  readonly registrationId: string;
  readonly reported: Settlement['state'];
  readonly hasRunner: boolean;
  readonly isForGroup: boolean;
}

/** A confirmation goes to each runner of a group. A failure goes only to the runner who paid, who tells the others. */
export const mailsAbout = async (
  sql: Sql,
  { newId, mailMessage }: MailNeeds,
  causes: readonly MailCause[],
): Promise<OutboxMessage[]> => {
  const taken = causes.filter(({ reported, isForGroup }) => reported === 'captured' && isForGroup);
  const companions = taken.length > 0 ? await sql.query<Companion>(findCompanions, [taken.map(idOf)]) : [];
  return causes.flatMap(({ registrationId, reported, hasRunner }) => {
    const template = mailAbout(reported, hasRunner);
    if (!template) return [];
    const others = companions.filter(({ paid_as }) => paid_as === registrationId).map(({ id }) => id);
    return [registrationId, ...others].map((id) => ({
      ...mailMessage({ registrationId: id, template, generation: 1 }),
      id: newId(),
    }));
  });
};

const idOf = ({ registrationId }: MailCause): string => registrationId;

interface Companion {
  readonly id: string;
  readonly paid_as: string;
}

/** The registrations that share a payment and have a spot, without the one that paid. */
const findCompanions = `
  SELECT id, paid_as FROM registration
  WHERE paid_as = ANY ($1::uuid[]) AND live AND via <> 'transfer'
  ORDER BY paid_as, number`;
