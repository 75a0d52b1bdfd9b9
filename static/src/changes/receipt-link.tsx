import * as changeTexts from '../texts/changes';

/** Leads from a registration to the receipt of its payment. */
export const ReceiptLink = ({ registrationId }: { registrationId: string }) => (
  <a class="button button-quiet" href={`/registrations/${registrationId}?step=receipt`}>
    {changeTexts.seeReceipt}
  </a>
);
