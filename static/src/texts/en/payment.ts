import type { Mark } from '../../page/marks';

// The pay step: it loads while the forms before it are filled in.
export const payTitle = 'Check and pay';
export const payFreeTitle = 'Check and register';
export const payDeclined = 'Your card was declined';
export const payProcessorAway =
  'The payment processor cannot be reached. Nothing was charged. Your card is still in the form: press the button again in a moment.';
export const payQuote = 'What you will be charged';
export const payTotal = 'Total';
export const payYours = 'Your registration';
export const payRunner = (who: number) => `Runner ${who}`;
export const payChange = 'Change';
export const payChangeWhat = (who: number | undefined) =>
  who === undefined ? ' the runner’s details' : ` the details of runner ${who}`;
export const payCard = 'Payment';
export const payPrivacy = 'What you enter here goes straight to the payment processor. We neither see nor keep it.';
export const payAsking = 'Asking the payment processor…';
export const payButton = (total: string, people: number) =>
  `Pay ${total} and register${people > 1 ? ` all ${people}` : ''}`;
export const payThis = (total: string, _people: number) => `Pay ${total}`;
export const payConfirm = 'Confirm';
export const payFree = (people: number) => (people > 1 ? `Register all ${people}` : 'Register');
export const payLoading = 'Loading the card form';
export const payLoaded = 'The card form is ready';

// The processor's script is blocked, or does not come.
export const payBlockedTitle = 'The card form of our payment processor did not load';
export const payBlocked = (b: Mark, hosts: readonly string[]) => [
  'Nothing was charged, and what you typed is kept. Perhaps this browser or network blocks it: allow ',
  ...hosts.flatMap((host, n) => (n === 0 ? [b(host)] : [' and ', b(host)])),
  ', then try again. The time for your spot runs on.',
];

// The bank asks.
export const bankTitle = 'Your bank wants to know that it is you';
export const bankElsewhereTitle = 'Answer your bank in the other tab';
export const bankWords = {
  open: 'Answer it in its window, or in its app. Your card is charged only when you are registered.',
  closed: 'Its window was closed, and your bank still waits for an answer. Nothing was charged.',
  elsewhere: 'Its window is open in another tab of this browser. When it is answered, this page goes on by itself.',
  blocked:
    'Its window could not be opened, because a script of our payment processor did not load. Nothing was charged. Check your connection, or allow the script in this browser.',
};
export const bankFirstCard =
  'It still asks about the card before. Finish or close its window first; then you can use another card.';
export const bankClock = (figures: Mark, clock: string) => ['Time for your answer: ', figures(clock)];
export const bankTime = 'Time for your answer';
export const bankNoWindow = 'I see no window';
export const bankOpenAgain = 'Open it again';
export const bankHere = 'Do it here';
export const bankOtherCard = 'Use another card';
