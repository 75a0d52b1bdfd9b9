// The receipt of a payment: it loads when it is asked for.
export const receiptTitle = 'Receipt';
export const receiptBack = 'Back to my registration';
export const receiptPrint = 'Print';
/** `card`: `Visa •••• 4242` */
export const receiptPaidWith = (card: string) => `Paid with ${card}.`;
export const receiptComes = 'Your receipt comes within a day after your card was charged.';
export const receiptComesBy = (instant: string) => `It is here from ${instant} on.`;
export const receiptNextComes = 'Another invoice comes within a day after your card was charged.';
export const receiptNextIsMade = 'Another document is being made. Look again in a few minutes.';
export const receiptIsMade = 'Your receipt is being made. Look again in a few minutes.';
export const receiptNowWords =
  'Once it is issued, nothing on it can be changed. Add a billing address before, if you need one.';
export const receiptNow = 'I need it now';
export const receiptLookAgain = 'Look again';
export const receiptOfNobody =
  'The organiser of this race does not send receipts from here. Ask them if you need one: your confirmation mail says what you paid.';
export const receiptNothingPaid =
  'Nothing was paid under this registration, so there is no receipt. The person who paid for a group has the receipt.';
export const receiptNone = 'There is no receipt';
export const receiptSettling = 'Your card is being charged at this moment. Look again in a minute.';
export const documentNames = {
  invoice: (number: string) => `Invoice ${number}`,
  'credit-note': (number: string) => `Credit note ${number}`,
};
export const documentDate = 'Date';
export const documentSeller = 'Sold by';
export const documentTaxId = 'Tax number';
export const documentLines = 'What was paid for';
export const documentCredited = 'What was given back';
export const documentNet = 'Net';
/** `rate`: as a percentage, `19%`. */
export const documentTax = (label: string, rate: string) => `${label} ${rate}`;
export const documentTotal = {
  invoice: 'Total, with tax',
  'credit-note': 'Given back, with tax',
};

// Whom the invoice is addressed to.
export const billingTitle = 'Billing address';
export const billingLead = 'Without one, the invoice names no buyer. It can be added until the invoice is issued.';
export const billingWanted =
  'So much was paid that the invoice should say who the buyer is. Please add the address before the invoice is issued.';
export const billingAdd = 'Add a billing address';
export const billingChange = 'Change the billing address';
export const billingSave = 'Save the address';
export const billingSaved = 'Saved: the invoice will say so.';
export const billingLeave = 'Leave it as it is';
export const billingIssued =
  'The invoice was issued in the meantime, so its address stays as it is. The organiser of the race can help you.';
export const billingLabels = {
  name: 'Name or company',
  address: 'Address',
  country: 'Country',
  taxId: 'Tax number (if the invoice needs it)',
};
export const billingAddressHint = 'Street, postal code and town, each on a line of its own';
export const billingNoCountry = 'Choose a country';
export const billingWrong = {
  name: 'Enter a name of at most 200 characters',
  address: 'Enter an address of at most 300 characters',
  country: 'Choose a country',
  taxId: 'Enter a tax number of at most 50 characters, or leave it empty',
};
export const documentBillTo = 'Billed to';
