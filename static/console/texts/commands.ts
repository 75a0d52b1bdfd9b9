// The words of what a director orders: what each command is told, what it would do, and what it did.

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const spots = (count: number) => (count === 1 ? '1 spot' : `${count} spots`);

export const seeFirst = 'See what it does';
export const wouldDo = 'This is what it does';
export const whatItDoes = 'what it does';
export const done = 'Done';
export const goOn = 'Go on';
export const optional = (label: string) => `${label} (optional)`;

export const fieldMissing = 'Fill this in.';
export const fieldWhole = 'Type a whole number, such as 250.';
export const fieldAmount = (places: number) =>
  places === 0 ? 'Type an amount, such as 1200.' : 'Type an amount, such as 12.50.';
export const fieldJson = (why: string) => `This is no JSON: ${why}`;
export const fieldLine = (line: string, example: string) =>
  `This line cannot be read: ${line}. Write it like ${example}`;
export const fieldInstant = 'Choose a day and a time. At this one the clocks are put forward, so it does not exist.';

export const chooseEvent = 'Event';

export const capacity = {
  title: 'Change the number of spots',
  lead: 'More spots are offered to the waiting list first. Fewer never take a spot from anybody.',
  spots: 'Spots',
  spotsHint: 'All of them, with those that are taken.',
  act: 'Change it',
};
interface CapacityFacts {
  readonly event: string;
  readonly before: number;
  readonly capacity: number;
  /** Rows that exist: more than the capacity while held ones have not come back. */
  readonly spots: number;
  readonly registered: number;
  readonly held: number;
  readonly waiting: number;
  /** Spots of the event are sold at this moment. */
  readonly isSelling: boolean;
}
export const capacityWould = (facts: CapacityFacts) => {
  const { event, before, capacity, spots: rows, registered, held, waiting, isSelling } = facts;
  const first = `${event} has ${spots(capacity)} instead of ${before}; ${people(registered)} ${registered === 1 ? 'is' : 'are'} registered.`;
  if (capacity === before) return `${event} has ${spots(before)} already. Nothing changes.`;
  if (capacity > before) {
    const more = `${first} ${spots(capacity - before)} more go on sale ${isSelling ? 'at once' : 'with the others'}`;
    return waiting > 0
      ? `${more}: ${people(waiting)} on the waiting list ${waiting === 1 ? 'is' : 'are'} asked first.`
      : `${more}.`;
  }
  const later = rows - capacity;
  if (later <= 0) return `${first} Nobody loses a spot, and nobody is refunded.`;
  const comeBack = `${spots(later)} go when they come back.`;
  return held > 0
    ? `${first} ${held} are held just now, and the people who hold them may pay for them: ${comeBack}`
    : `${first} ${comeBack}`;
};
export const capacityDid = (event: string, capacity: number) => `${event} has ${spots(capacity)} now.`;

export const cancelRace = {
  title: 'Cancel the race for good',
  lead: 'Everybody loses their spot, gets their money back and a mail. Nothing is sold any more. This cannot be undone.',
  percent: 'Percent to refund',
  message: 'What runners are told',
  messageHint: 'On the page of the race, and in the mail: why, and what comes next.',
  name: 'Name of the race',
  nameHint: (name: string) => `Type ${name}, so that nobody cancels the wrong race.`,
  act: 'Cancel the race',
  progress: 'Registrations that are cancelled',
  states: {
    waiting: 'Going on within a minute.',
    running: 'Going on.',
    stopping: 'Stopping.',
    stopped: 'Stopped.',
    done: 'Done.',
  },
  stop: 'Stop',
  stopTitle: 'Stop cancelling registrations',
  stopWould:
    'No further registration is cancelled, and no further money goes back, until somebody resumes it. The race stays cancelled.',
  stopDid: 'It stops within seconds.',
  resume: 'Resume',
  resumeTitle: 'Resume cancelling registrations',
  resumeWould: 'It goes on where it stopped. Nobody is refunded twice.',
  resumeDid: 'It goes on within a minute.',
};
interface CancelFacts {
  readonly registered: number;
  readonly held: number;
  readonly waiting: number;
  readonly offered: number;
  readonly isCancelled: boolean;
}
/** The processor takes twenty refunds a second. */
const minutesFor = (registered: number) => Math.max(1, Math.ceil(registered / 20 / 45));
export const cancelRaceWould = (
  { registered, held, waiting, offered, isCancelled }: CancelFacts,
  refund: string,
): string => {
  if (isCancelled) return 'The race is cancelled already. Nothing changes.';
  const back =
    registered === 0
      ? 'Nobody is registered, so no money goes back and no mail leaves.'
      : `${people(registered)} ${registered === 1 ? 'loses' : 'lose'} their spot. At most ${refund} goes back, and ${registered === 1 ? '1 mail leaves' : `${registered} mails leave`}; that takes about ${minutesFor(registered)} min.`;
  const gone = held + offered === 0 ? '' : ` ${spots(held)} held and ${offered} offered are taken away at once.`;
  const list =
    waiting === 0 ? '' : ` ${people(waiting)} on the waiting list ${waiting === 1 ? 'waits' : 'wait'} no more.`;
  return `${back}${gone}${list} A person who pays at this moment is not charged, or gets it back.`;
};
export const cancelRaceDid = (registered: number, refund: number, amount: string) =>
  registered === 0
    ? 'The race is cancelled.'
    : `The race is cancelled. ${people(registered)} ${registered === 1 ? 'loses' : 'lose'} their spot from now on, and ${refund === 0 ? 'no money' : `at most ${amount}`} goes back.`;
export const jobSays = (done: string, total: string) => `${done} of ${total} registrations are cancelled.`;
const whyLeft = {
  settling: 'the card is being charged at this moment. It is tried again in a minute.',
  disputed:
    'their bank disputes the payment, so nothing can be given back now. They are refunded if the bank decides for the race. Otherwise end the registration under “Disputes”.',
  error: 'something broke. It is tried again in a minute, and an alarm says what it was.',
};
export const jobFailure = (registrationId: string, reason: keyof typeof whyLeft) =>
  `${registrationId}: ${whyLeft[reason]}`;

export const sale = {
  title: 'Pause, close or reopen the sale',
  lead: 'A person who holds a spot, or is offered one, can always finish. Nobody loses anything.',
  all: 'All events',
  what: 'What happens',
  pause: 'Pause: nobody gets a spot for a while',
  close: 'Close: the sale is over, until you reopen it',
  reopen: 'Reopen: spots are on sale again',
  act: 'Do it',
};
export interface SaleFacts {
  readonly before: 'on' | 'paused' | 'closed' | 'cancelled';
  readonly held: number;
  readonly waiting: number;
  readonly offered: number;
}
export const saleWords = { on: 'on sale', paused: 'paused', closed: 'closed', cancelled: 'cancelled' };
const finish = ({ held, offered }: SaleFacts) =>
  held + offered === 0
    ? 'Nobody holds a spot, and none is offered.'
    : `${spots(held)} ${held === 1 ? 'is' : 'are'} held and ${offered} offered to the waiting list: these people can finish.`;
const wait = ({ waiting }: SaleFacts) =>
  waiting === 0
    ? ''
    : ` ${people(waiting)} ${waiting === 1 ? 'waits and keeps their place' : 'wait and keep their places'}: nothing more is offered until it is on sale again.`;
export const saleSays = (event: string, now: SaleFacts['before'], facts: SaleFacts, isDone: boolean) => {
  const first = `${event} is ${saleWords[now]}${isDone ? ' now' : ''}.`;
  if (facts.before === now && !isDone) return `${event} is ${saleWords[now]} already. Nothing changes.`;
  if (now !== 'on') return `${first} Nobody new gets a spot. ${finish(facts)}${wait(facts)}`;
  return facts.waiting === 0
    ? `${first} Runners who stayed on its page see it within seconds.`
    : `${first} What is free is offered to the ${people(facts.waiting)} on the waiting list first.`;
};
export const stillDealing =
  'A cache did not answer, so some spots may still be given out for up to five minutes. Do it again to stop them.';

export const expect = {
  title: 'Expect more people',
  lead: 'Tell us when you know that a crowd will come to the opening: the system is made larger before it.',
  runners: 'People at the opening',
  act: 'Prepare for them',
};
export const expectWould = (runners: number, capacity: number) =>
  `The system is prepared for ${people(runners)} at the opening of a race with ${spots(capacity)}. It costs a little more for that hour.`;
export const expectDid = (runners: number) => `We prepare for ${people(runners)}.`;

export const stock = {
  title: 'Change how many there are',
  what: 'What',
  stock: 'How many there are',
  stockHint: 'All of them, with those that somebody has.',
  listTitle: 'What is limited',
  none: 'Nothing is limited',
  noneWords: 'The form of this race sells nothing of which there are only so many.',
  columns: { name: 'Name', variant: 'Id', state: 'What runners see' },
  act: 'Change it',
  ofNextForm: 'For a form that is not published yet',
  variantHint: 'As the form names it, such as shirt-m.',
};
const stockWords: Readonly<Record<string, string>> = {
  plenty: 'Enough',
  held: 'The last are in baskets',
  gone: 'Gone',
};
export const stockStates = (state: string, left?: number) =>
  state === 'few' ? `${left ?? 0} left` : (stockWords[state] ?? state);
export const stockWould = (name: string, before: number, now: number, given: number) =>
  before === now
    ? `There are ${now} of ${name} already. Nothing changes.`
    : `There are ${now} of ${name} instead of ${before}. ${given} are given to people, and stay theirs.`;
export const stockDid = (name: string, now: number) => `There are ${now} of ${name} now.`;

export const codes = {
  listTitle: 'Codes',
  none: 'There are no codes yet',
  noneWords: 'A code lowers a price, or opens an event that nobody else sees.',
  columns: { batch: 'Batch', hint: 'Begins like', off: 'Gives', used: 'Used', state: 'State', actions: 'Change' },
  title: 'Make codes',
  lead: 'A code is kept so that nobody can read it, not even we. Invented codes are shown once, here.',
  batch: 'Name of the batch',
  batchHint: 'Small letters, digits and hyphens, such as sponsors-2027.',
  words: 'The codes',
  wordsHint: 'One on each line. Leave it empty to have them invented.',
  number: 'How many to invent',
  kind: 'What they give',
  kinds: { percent: 'Percent off', amount: 'An amount off', price: 'A price', none: 'Nothing off, only events' },
  percent: 'Percent',
  money: 'Amount',
  appliesTo: 'Of what',
  applies: { entry: 'The entry', items: 'What is bought besides', both: 'Both' },
  uses: 'People for each code',
  usesHint: 'Leave it empty for no limit.',
  perPerson: 'Times for each person',
  startsAt: 'From',
  expiresAt: 'Until',
  expiresHint: 'In the time of the race.',
  allow: 'Only for this address, or domain',
  allowHint: 'Such as club.example.org.',
  event: 'Opens this hidden event',
  noEvent: 'None',
  act: 'Make them',
  withdraw: 'Withdraw',
  withdrawOf: (hint: string) => `Withdraw ${hint}…`,
  withdrawBatchOf: (batch: string) => `Withdraw the batch ${batch}`,
  withdrawBatch: 'Withdraw the batch',
  withdrawn: 'Withdrawn',
  valid: 'Valid',
  until: (when: string) => `Until ${when}`,
  copy: 'They are shown only here. Copy them now.',
};
export const codesWould = (number: number, batch: string) =>
  `${number} ${number === 1 ? 'code is' : 'codes are'} made in the batch ${batch}. The batch cannot be made twice.`;
export const codesDid = (number: number) => `${number} ${number === 1 ? 'code is' : 'codes are'} made.`;
export const codeOff = (kind: string, percent: number, amount: string) =>
  kind === 'percent' ? `${percent} % off` : kind === 'amount' ? `${amount} off` : kind === 'price' ? amount : 'Events';
export const codeUsed = (used: number, uses: number | undefined, over: number) =>
  `${uses === undefined ? used : `${used} of ${uses}`}${over > 0 ? `, ${over} too many` : ''}`;
export const withdrawWould = (number: number) =>
  number === 0
    ? 'Nothing changes: it was withdrawn before.'
    : `Nobody can use ${number === 1 ? 'this code' : `these ${number} codes`} any more. People who were shown a price with one keep it.`;
export const withdrawDid = (number: number) => `${number} ${number === 1 ? 'code is' : 'codes are'} withdrawn.`;

export const teams = {
  listTitle: 'Teams',
  none: 'There is no team yet',
  noneWords: 'Runners found teams when they register, if the form of the race names kinds of teams.',
  columns: { name: 'Team', kind: 'Kind', members: 'People', state: 'State', actions: 'Change' },
  open: 'Open',
  closed: 'Closed',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  newName: 'New name',
  close: 'Close',
  closeOf: (name: string) => `Close ${name}`,
  reopen: 'Open',
  reopenOf: (name: string) => `Open ${name}`,
  act: 'Change it',
  members: 'People',
  membersOf: (name: string) => `People in ${name}`,
  nobody: 'Nobody is in this team.',
  memberColumns: { name: 'Name', part: 'Part', actions: 'Change' },
  captain: 'Captain',
  leg: (leg: number) => `Leg ${leg}`,
  remove: 'Remove',
  removeOf: (name: string, team: string) => `Remove ${name} from ${team}`,
  removeAct: 'Remove them',
  changeLeg: 'Change who runs which leg',
  whoRuns: 'Who?',
  whichLeg: 'Leg',
  whichLegHint: 'From 1. The runner who had it takes theirs.',
};
export const removeWould = (name: string, isCaptain: boolean) =>
  `${name} leaves the team and keeps their spot. Somebody else may take their place in the team.${isCaptain ? ' The member of the longest standing becomes the captain.' : ''}`;
export const removeDid = (name: string) => `${name} is not in the team any more. They keep their spot.`;
export const legWould = (name: string, before: number | undefined, leg: number) =>
  `${name} runs leg ${leg}${before === undefined ? '' : ` instead of leg ${before}`}. The runner who had it takes theirs.`;
export const legDid = (name: string, leg: number) => `${name} runs leg ${leg} now.`;
export const membersOf = (members: number, size: number) => `${members} of ${size}`;
export const renameWould = (before: string, now: string) =>
  `The team ${before} is called ${now}, everywhere and at once.`;
export const renameDid = (now: string) => `The team is called ${now} now.`;
export const closeWould = (name: string, isOpen: boolean) =>
  isOpen
    ? `People with the join code of ${name} may join again, while there are places.`
    : `Nobody joins ${name} any more. Everybody who is in it stays.`;
export const closeDid = (name: string, isOpen: boolean) => `${name} is ${isOpen ? 'open' : 'closed'} now.`;

export const fundraisers = {
  listTitle: 'Fundraisers',
  none: 'Nobody collects yet',
  noneWords: 'Runners make a page for a cause after they registered, if the form of the race allows it.',
  columns: { title: 'Page', by: 'By', raised: 'Raised', state: 'State', actions: 'Change' },
  open: 'Open',
  closed: 'Closed',
  hide: 'Hide',
  hideOf: (title: string) => `Hide ${title}`,
  act: 'Do it',
  title: 'Hide or show a page',
  lead: 'A hidden page is in no list. Show it again by the end of its address.',
  slug: 'End of the address',
  slugHint: 'What stands behind /fundraisers/.',
  show: 'Show it again',
};
export const raisedBy = (amount: string, gifts: number) => `${amount} by ${gifts} ${gifts === 1 ? 'gift' : 'gifts'}`;
export const hideWould = (slug: string, isHidden: boolean, isChanged: boolean) =>
  isChanged
    ? isHidden
      ? `Nobody but its owner sees ${slug} any more. What was given stays given.`
      : `Everybody sees ${slug} again.`
    : `Nothing changes: ${slug} is ${isHidden ? 'hidden' : 'shown'} already.`;
export const hideDid = (slug: string, isHidden: boolean) => `${slug} is ${isHidden ? 'hidden' : 'shown'} now.`;

export const refundLine = {
  title: 'Refund a line',
  lead: 'Nothing else of the registration changes.',
  amount: 'How much of it, in all',
  amountHint: 'With what was given back before. Empty: all of it.',
  act: 'Refund it',
};
export const refundLineWould = (refund: string, left: string) =>
  `${refund} goes back to the card that paid. ${left} of it can be refunded after that. Nothing else of the registration changes. No mail is sent.`;
/** Of somebody who deferred. */
export const creditLowered = (worth: string) => `The credit for a later race is then worth ${worth}.`;
export const creditEnds = 'The credit for a later race is then worth nothing.';
export const refundTransferFee = {
  title: 'Refund the transfer fee',
  lead: 'What this runner paid to take the spot over. They keep the spot.',
};
export const refundLineDid = (refund: string) => `${refund} is on its way back.`;
export const cancel = {
  title: 'Cancel the registration',
  lead: 'The spot goes to the waiting list, or back on sale. This cannot be undone.',
  percent: 'Percent to refund',
  percentHint: 'Empty: what the rules of the race say.',
  act: 'Cancel the registration',
};
export const cancelWould = (refund: string) =>
  `The runner loses the spot, ${refund} goes back to the card that paid, and a mail says so. Their spot is offered to the next one.`;
export const cancelDid = (refund: string) => `The registration is cancelled, and ${refund} is on its way back.`;
export const handOut = {
  title: 'Take a handing out back',
  undo: 'They were not handed out, because',
  undoHint: 'Name no person: the log keeps it.',
  act: 'Note it',
};
export const handOutWould = (lines: number, isUndone: boolean) =>
  lines === 0
    ? 'Nothing changes: it was so before.'
    : `${lines} ${lines === 1 ? 'item is' : 'items are'} noted as ${isUndone ? 'not handed out' : 'handed out'}.`;
export const returnUse = {
  title: 'Give a use of a code back',
  lead: 'Somebody else may use the code in its place. The price that was paid stays.',
  act: 'Give it back',
};
export const returnUseWould = (code: string) => `The code ${code}… can be used once more.`;
export const reissue = {
  title: 'Correct an invoice',
  lead: 'A credit note takes the invoice back, and another one is issued for what is left.',
  invoice: 'Number of the invoice',
  name: 'Name of the buyer',
  address: 'Address',
  country: 'Country',
  countryHint: 'Two letters, such as DE. With it, the buyer below is new; without it, as they said last.',
  taxId: 'Tax number',
  act: 'Issue it again',
};
export const reissueWould =
  'The invoice is taken back with a credit note, and a new one is issued. The numbers show it to everybody.';
export const reissueDid = (creditNote: string, invoice: string) =>
  `Credit note ${creditNote} takes it back, and invoice ${invoice} takes its place.`;

export const short = {
  title: 'Short and over',
  lead: 'What people ordered and cannot get, and uses of codes beyond their limit. Nothing of it was charged.',
  none: 'Nothing is short',
  noneWords: 'Everybody gets what they ordered.',
  columns: { number: 'Number', what: 'What', state: 'State', price: 'Price', registration: 'Registration' },
  states: { short: 'Cannot be given', over: 'Beyond the limit' },
  left: 'gave the spot back',
};

export const receipts = {
  none: 'No invoice was issued yet',
  noneWords:
    'Invoices are issued a day after a payment, once the race has a seller and a tax. Each refund gets a credit note.',
  columns: {
    number: 'Number',
    kind: 'Kind',
    name: 'Paid by',
    billTo: 'Addressed to',
    issued: 'Issued',
    gross: 'Amount',
    tax: 'Tax in it',
  },
  kinds: { invoice: 'Invoice', 'credit-note': 'Credit note' },
  due: (payments: number) =>
    payments === 1
      ? 'One payment waits for its invoice or credit note.'
      : `${payments} payments wait for their invoice or credit note.`,
};

export const disputes = {
  none: 'There are no disputes',
  noneWords: 'What banks take back is here, with the day to answer by. So is what was all given back by hand.',
  columns: {
    amount: 'Amount',
    reason: 'Reason',
    status: 'State',
    due: 'Answer until',
    decided: 'Spot',
    actions: 'Decide',
  },
  keep: 'Keep the spot',
  keepOf: (amount: string) => `Keep the spot: ${amount}`,
  cancel: 'Take the spot back',
  cancelOf: (amount: string) => `Take the spot back: ${amount}`,
  kept: 'The runner keeps it',
  taken: 'Taken back',
  takenButOurs: 'Taken back. The money is yours again: give back what you owe, on their page or at the processor.',
  open: 'Not decided',
};
export const keepWould = 'The runner keeps the spot. You can still answer the bank at the processor, if it asks.';
export const takeWould = (count: number) =>
  `${people(count)} ${count === 1 ? 'loses' : 'lose'} their spot, and nothing is refunded: they have the money already.`;
export const disputeDid = 'It is decided.';

export const form = {
  lead: 'The form of the race, as a definition. An editor for it comes; until then it is JSON, checked before anything is kept.',
  saveTitle: 'Keep a form',
  definition: 'Definition',
  saveAct: 'Keep it as a revision',
  publishTitle: 'Publish a form',
  revision: 'Revision',
  publishAct: 'Publish it',
  documentTitle: 'Keep a text that people accept',
  kind: 'Kind',
  kinds: { waiver: 'Waiver', 'minor-waiver': 'Waiver for a minor', terms: 'Terms', privacy: 'Privacy notice' },
  version: 'Version',
  versionHint: 'A new text needs a new one.',
  locale: 'Language',
  localeHint: 'A language tag, such as en or de.',
  text: 'Text',
  documentAct: 'Keep it',
  allowTitle: 'The list of an event',
  allowLead: 'Of an event that only people on its list may enter.',
  emails: 'E-mail addresses',
  emailsHint: 'One on each line.',
  isAllowed: 'What happens',
  allow: 'They are put on the list',
  forbid: 'They are taken off the list',
  allowAct: 'Change the list',
};
export const saveFormSays = (revision: number, isNew: boolean, isDone: boolean) =>
  isNew
    ? `The form ${isDone ? 'is' : 'would be'} revision ${revision}. Runners see it when it is published.`
    : `Nothing changes: revision ${revision} says the same.`;
export const publishFormSays = (revision: number, before: number | undefined, isDone: boolean) =>
  `${isDone ? 'Runners see' : 'Runners would see'} revision ${revision}${before === undefined ? '' : ` instead of ${before}`}. Prices that were quoted already stand; people who are still typing are asked again.`;
export const groupSays = (counted: number, several: number) =>
  `${people(counted)} who registered before may not register for another event of these groups.${several === 0 ? '' : ` ${spots(several)} ${several === 1 ? 'is' : 'are'} beside another one of the same person, who keeps both.`}`;
export const documentSays = (hash: string, isNew: boolean) =>
  isNew
    ? `The text is kept. A form names it by ${hash}.`
    : `The race has this text already. A form names it by ${hash}.`;
export const allowSays = (changed: number) =>
  `The list changes for ${people(changed)}. People who are on it, or off it, already are not counted.`;

export const tax = {
  taxTitle: 'Who sells this race',
  taxLead: 'Invoices say it, with the tax that the prices contain. What was paid before gets its invoice, too.',
  seller: 'Seller',
  sellerHint: 'The short name that you gave them.',
  rate: 'Tax, in percent',
  label: 'Name of the tax',
  labelHint: 'As it stands on invoices, such as VAT.',
  taxAct: 'Set it',
  sellerTitle: 'A seller',
  sellerLead: 'Who issues invoices, in all of their races.',
  id: 'Short name',
  idHint: 'Small letters, digits and hyphens.',
  name: 'Name',
  address: 'Address',
  country: 'Country',
  countryHint: 'Two letters, such as DE.',
  taxId: 'Tax number',
  prefix: 'Before each number',
  prefixHint: 'Capital letters and digits with a hyphen at the end, such as HCM-. Numbers of two sellers must differ.',
  sellerAct: 'Keep the seller',
};
export const taxSays = (seller: string, percent: number, isDone: boolean) =>
  `${isDone ? 'The' : 'From now on the'} prices of this race contain ${percent} % tax, and ${seller} issues its invoices.`;
export const sellerSays = (id: string) => `The seller is kept as ${id}. Invoices that are issued keep what they say.`;
