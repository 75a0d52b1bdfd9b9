// The Check step of a race with a form.

export const checkTitle = 'Check what it costs';
export const quoting = 'We are working out what it costs…';
export const checkLines = (name: string) => `What ${name} costs`;
export const checkShare = 'Subtotal';
export const checkTotal = 'Total';
export const creditFee = 'Fee for using a credit';
export const lineKinds = { entry: 'Entry', item: 'Item', donation: 'Donation', fee: 'Fee', code: 'Code', team: 'Team' };
export const itemLine = (item: string, variant: string) => (variant === item ? item : `${item}, ${variant}`);
export const times = (count: number, label: string) => (count > 1 ? `${count} × ${label}` : label);
export const donationLine = (cause: string) => `Donation: ${cause}`;
export const quotedUntil = 'This price is promised for as long as your spot is held. Nothing was charged yet.';
export const registeredAlready = (name: string) =>
  `${name} seems to be registered already, for this distance or for one that nobody runs besides it. If that is so, this registration will not be charged.`;
export const change = 'Change';
export const changeAbout = (name: string) => ` what ${name} entered`;
export const changeExtras = 'Change the extras';
export const droppedAnswers = (labels: readonly string[]) =>
  `The race no longer asks this, so the answer was left out: ${labels.join(', ')}`;
export const quoteBusy = 'Many people are asking at once. Your spot is still held; we ask again by ourselves.';
export const quoteOffline = 'No connection. Your spot is still held; we ask again by ourselves.';
export const quoteNow = 'Ask now';
export const quoteRefused = 'This price could not be worked out';
export const toPay = 'Continue to payment';
export const toRegister = 'Continue';

// Codes.
/** Below the name of a line. */
export const saved = (sum: string) => `${sum} less`;
export const codeLabel = 'Do you have a code?';
export const codeUse = 'Use the code';
export const codeTrying = 'Trying the code…';
export const codeEmpty = 'Type the code first';
export const codeRefused = (code: string, why: string) => `“${code}” was not used. ${why}`;
export const codeTaken = (code: string, saved: string | undefined) => {
  if (saved === undefined) return `Your code: “${code}”.`;
  return saved ? `With the code “${code}” you pay ${saved} less.` : `The code “${code}” lowers nothing of this.`;
};
export const codeRemove = 'Remove';
export const codeRemoveWhich = (code: string) => ` the code ${code}`;

// What the server found wrong, where no field has it.
export const faults: Readonly<Record<string, string>> = {
  'total-too-large': 'All together this is more than one payment can be. Take less, or register in two parts.',
  'too-many-pieces': 'All together these are more things than one registration takes. Take less.',
  'people-count': 'Your hold is for another number of people. Load the page again.',
  'not-of-hold': 'Your hold is for other people. Load the page again.',
  'no-such-fundraiser': 'Nobody collects for this cause under this name.',
};
export const faultUnknown = 'Something here is not as this race needs it. Look through what you entered.';
