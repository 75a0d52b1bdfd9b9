import { type MailMessage, putInOutbox } from '../ledger/outbox';
import type { Sql } from '../platform/postgres/postgres';
import type { MissingMail, StuckPayment } from './figures';
import type { Orders } from './ports';

interface Needs {
  readonly sql: Sql;
  readonly newId: () => string;
  readonly mailMessage: MailMessage<MissingMail['template']>;
}

/** Puts orders into the outbox, where the minute job finds them: this function needs no queue of its own. */
export class OutboxOrders implements Orders {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  repeatPayments(payments: readonly StuckPayment[]) {
    const { sql, newId } = this.#needs;
    return putInOutbox(
      sql,
      payments.map((body) => ({ id: newId(), queue: 'payments', group: body.raceId, body })),
    );
  }

  /** With the same generation: a sender claims it first, so a mail that did leave does not leave again. */
  repeatMails(mails: readonly MissingMail[]) {
    const { sql, newId, mailMessage } = this.#needs;
    return putInOutbox(
      sql,
      mails.map((mail) => ({ ...mailMessage(mail), id: newId() })),
    );
  }
}
