import { useRef, useState } from 'preact/hooks';
import type { Billing } from '../../../lambdas/api/messages/receipts';
import * as words from '../texts/receipt';
import { BillingForm } from './billing-form';
import { Address } from './document';

interface BillingPanelProps {
  readonly registrationId: string;
  readonly token: string;
  readonly known: Billing | undefined;
  /** The invoice should name its buyer. */
  readonly isWanted: boolean;
}

/** Whom the invoice will be addressed to, while it can still be said. */
export const BillingPanel = ({ registrationId, token, known, isWanted }: BillingPanelProps) => {
  // What was saved here is true at once; a replica may not know it yet.
  const [saved, setSaved] = useState<Billing>();
  const [isOpen, setOpen] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const billing = saved ?? known;
  const close = () => {
    setOpen(false);
    // The form that had the focus is gone.
    title.current?.focus();
  };
  return (
    <section class="billing" aria-labelledby="billing">
      <h2 id="billing" ref={title} tabIndex={-1}>
        {words.billingTitle}
      </h2>
      {isOpen ? (
        <BillingForm
          {...{ registrationId, token, before: billing }}
          onSaved={(now) => {
            setSaved(now);
            close();
          }}
          onLeave={close}
        />
      ) : (
        <>
          {billing ? (
            <p class="party">
              <Address party={billing} />
            </p>
          ) : (
            <p>{isWanted ? words.billingWanted : words.billingLead}</p>
          )}
          <button
            type="button"
            class={isWanted && !billing ? 'button' : 'button button-quiet'}
            onClick={() => setOpen(true)}
          >
            {billing ? words.billingChange : words.billingAdd}
          </button>
        </>
      )}
      <div role="status">{saved && !isOpen && <p class="quiet">{words.billingSaved}</p>}</div>
    </section>
  );
};
