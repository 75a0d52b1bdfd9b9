// The words of sales, and of the day on which a race opens.

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);
const spots = (count: number) => (count === 1 ? '1 spot' : `${count} spots`);
const places = (count: number) => (count === 1 ? '1 place' : `${count} places`);

export const asTable = 'As a table';
export const rangeLabel = 'Which part of the sale';
export const ranges = { all: 'All of it', opening: 'The first two hours', day: 'The last 24 hours' };
export const eventLabel = 'Event';
export const allEvents = 'All events';

export const registrations = {
  title: 'Registrations',
  columns: { at: 'Time', came: 'Came', total: 'In all', gone: 'Left again' },
  none: 'Nobody has registered in this time.',
  keys: 'Use the arrow keys to read one point after the other.',
};
export const capWords = (capacity: string) => `${capacity} spots`;
export const soldSentence = (sold: string, capacity: string, lastHour: number) =>
  `${sold} of ${capacity} sold, ${lastHour} in the last hour.`;
export const soldUntil = (sold: string, time: string) => `${sold} sold by ${time}.`;
export const pointSays = (time: string, total: string, came: string) => `${time}: ${total} in all, ${came} came.`;

export const compareLabel = 'Compare with';
export const compareNothing = 'Nothing';
export const comparedSentence = (race: string, sold: string) => `${race} had sold ${sold} as long after its opening.`;

export const sources = {
  title: 'How they came',
  parts: { sale: 'On sale', list: 'From the waiting list', passedOn: 'Passed on to them' },
  columns: { source: 'How', number: 'People' },
};
export const sourcesSentence = (all: number, list: number, passedOn: number) =>
  list + passedOn === 0
    ? `${people(all)} came while spots were on sale.`
    : `${people(list)} came from the waiting list, and ${passedOn === 1 ? '1 spot was' : `${passedOn} spots were`} passed on.`;

export const events = {
  title: 'Events',
  columns: {
    event: 'Event',
    sold: 'Sold',
    held: 'Held',
    comingBack: 'Coming back',
    offered: 'Offered',
    free: 'Free',
    waiting: 'Waiting',
    cancelled: 'Given back',
  },
};
export const eventSentence = (facts: {
  readonly event: string;
  readonly sold: string;
  readonly capacity: string;
  readonly held: number;
  readonly comingBack: number;
  readonly offered: number;
  readonly free: number;
}) => {
  const { event, sold, capacity, held, comingBack, offered, free } = facts;
  const more = [
    ...(held > 0 ? [`${spots(held)} ${held === 1 ? 'is' : 'are'} held by people who fill in the form`] : []),
    ...(comingBack > 0
      ? [
          `${spots(comingBack)} ${comingBack === 1 ? 'comes' : 'come'} back within minutes, unless somebody who still holds one registers`,
        ]
      : []),
    ...(offered > 0 ? [`${spots(offered)} ${offered === 1 ? 'is' : 'are'} offered to the waiting list`] : []),
    `${spots(free)} ${free === 1 ? 'is' : 'are'} free`,
  ];
  return `${event}: ${sold} of ${capacity} sold; ${more.join(', ')}.`;
};
export const barParts = { registered: 'Registered', held: 'Held, offered or coming back', free: 'Free' };

export const money = {
  title: 'Money',
  parts: { kept: 'Kept', refunded: 'Given back', reserved: 'Reserved on cards' },
  columns: { what: 'What', amount: 'Amount' },
  gross: 'Taken in all',
};
export const moneySentence = (gross: string, refunded: string, net: string, reserved?: string) =>
  `${gross} was taken and ${refunded} given back, so ${net} is left.${reserved === undefined ? '' : ` ${reserved} is reserved on cards and not taken yet.`}`;

export const waiting = {
  title: 'Waiting list',
  none: 'Nobody waits.',
  columns: { event: 'Event', size: 'Group of', places: 'Places' },
};
export const waitingSentence = (count: number, groups: number, largest: number) =>
  groups === count
    ? `${people(count)} ${count === 1 ? 'waits' : 'wait'}, each alone.`
    : `${people(count)} wait in ${places(groups)}; the largest group has ${largest}.`;
export const sizeWords = (size: number) => (size === 1 ? 'Alone' : `Groups of ${size}`);
export const placesWords = places;

export const mails = {
  title: 'Mails',
  parts: { delivered: 'Delivered', sent: 'On their way', unreached: 'Not reached', complaints: 'Complaints' },
  columns: { what: 'What', number: 'How many' },
};
export const mailsSentence = (all: number, unreached: number) =>
  unreached === 0
    ? `${all} ${all === 1 ? 'mail has' : 'mails have'} left, and none came back.`
    : `${unreached} of ${all} mails did not reach their runner.`;
export const findUnreached = 'See whom they did not reach';

// The day on which a race opens.
export const opensIn = 'Opens in';
export const openFor = 'Open for';
export const closedWords = 'The sale is over';
export const pausedWords = 'The sale is paused';
export const soldOutWords = 'Sold out';
export const fullScreen = 'Full screen';
export const leaveFullScreen = 'Leave full screen';
export const nothingNew = (time: string) => `Nothing new since ${time}. What you see is from then. We keep trying.`;
export const ago = (duration: string) => `That was ${duration} ago.`;
export const again = 'Here again.';
export const big = {
  registered: 'Registered',
  perSecond: 'A second, now',
  held: 'Held, offered or coming back',
  free: 'Free',
  waiting: 'Waiting',
};
export const ofAll = (capacity: string) => `of ${capacity}`;
export const curveTitle = 'Since somebody first watched';
export const timesIn = (zone: string) => `Times are in ${zone}.`;
export const inZone = (words: string, zone: string) => `${words}. ${timesIn(zone)}`;
export const curveNone = 'The curve begins with the second look.';
export const lines = { registered: 'Registered', held: 'Held, offered or coming back' };
export const curveSays = (time: string, registered: string, held: string) =>
  `${time}: ${registered} registered, ${held} held, offered or coming back.`;

export const checksTitle = 'Does everything work?';
export const marks = { good: 'Well', watch: 'Look at it', bad: 'Not well', unknown: 'Not known' };
export const checks = {
  recorder: 'Registrations are written',
  payments: 'Cards are charged',
  mails: 'Confirmations leave',
  outbox: 'Messages leave the database',
  watch: 'The books agree',
  ready: 'Enough is warm',
  queues: 'Nothing is stuck in a queue',
};
export const readyUnknown = 'What is kept warm is not known at this moment.';
export const readyOld = (ago: string) =>
  `What is kept warm was set ${ago} ago. That happens every minute: tell an operator.`;
export const readyNothing = 'Nothing is kept warm where this runs. It starts what it needs when people come.';
export const readyAll = (ago: string) => `All that the openings need is there, as it was set ${ago} ago.`;
export const readyNotYet = (names: readonly string[], isDue: boolean) =>
  `Not there yet: ${names.join(', ')}.${isDue ? ' It should be, so close to an opening: tell an operator.' : ' It takes some minutes.'}`;
export const readyBeyond = (beyond: readonly string[]) => ` More is needed than may be set: ${beyond.join('; ')}.`;
export const parts: Readonly<Record<string, string>> = {
  'browse-races': 'Pages of races',
  register: 'Holding spots',
  'quote-registration': 'Prices of entries',
  pay: 'Paying',
  'show-registration': 'Outcomes',
  'join-waiting-list': 'Waiting list',
  database: 'Database, in ACU',
};
export const readyTitle = 'What is warm';
export const readyColumns = { part: 'Part', wanted: 'Wanted', there: 'There' };
export const notKept = 'Not kept';
export const queuesUnknown = 'How long the queues are is not known at this moment.';
export const queuesSay = (waiting: number, dead: number) =>
  dead > 0
    ? `${dead} ${dead === 1 ? 'message' : 'messages'} failed every delivery: tell an operator. ${waiting} wait.`
    : `${waiting} ${waiting === 1 ? 'message waits' : 'messages wait'}, and none failed every delivery.`;
export const queuesTitle = 'Queues';
export const queueColumns = { queue: 'Queue', waiting: 'Waiting', inFlight: 'At work', dead: 'Failed' };
export const queues: Readonly<Record<string, string>> = {
  registrations: 'Registrations',
  payments: 'Payments',
  settlements: 'What the processor did',
  mail: 'Mail',
  'urgent-mail': 'Urgent mail',
};
export const recorderSays = (
  recorded: number,
  seconds: number,
  unwritten: number,
  delay?: { readonly median: string; readonly most: string },
) => {
  const waiting = unwritten > 0 ? ` ${unwritten} wait in the queue.` : '';
  return delay === undefined
    ? `Nothing was recorded in the last ${seconds} seconds.${waiting}`
    : `${recorded} in the last ${seconds} seconds, each ${delay.median} after it was sent, and at most ${delay.most}.${waiting}`;
};
export const secondsWords = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
export const backlogSays = (waiting: number, what: keyof typeof backlogs, oldest?: string) =>
  waiting === 0
    ? `No ${backlogs[what][0]} waits.`
    : `${waiting} ${waiting === 1 ? `${backlogs[what][0]} waits` : `${backlogs[what][1]} wait`}${oldest === undefined ? '' : `, the oldest for ${oldest}`}.`;
const backlogs = {
  payments: ['card', 'cards'],
  mails: ['confirmation', 'confirmations'],
  outbox: ['message', 'messages'],
} as const;
export const watchNever = 'The watch has not run yet.';
export const watchSays = (findings: readonly { readonly name: string; readonly count: number }[], ago: string) =>
  findings.length === 0
    ? `The watch found nothing wrong, ${ago} ago.`
    : `The watch found ${findings.map(({ name, count }) => `${name} (${count})`).join(', ')}, ${ago} ago. An operator looks into the runbook for these words.`;
export const watchLate = (ago: string) =>
  `The watch has not run for ${ago}. It should run every minute: tell an operator.`;

export const takingsTitle = 'Money';
export const takings = {
  reserved: 'Reserved on cards',
  gross: 'Taken',
  refunded: 'Given back',
  failed: 'Cards that failed',
  voided: 'Let go',
};
export const refusalsTitle = 'Who got no spot';
export const refusals = {
  refused: 'Too late: no spot was left',
  duplicate: 'Registered twice',
  paymentFailed: 'Their card failed afterwards',
};
export const slowAsOf = (time: string) => `Counted at ${time}.`;

export const actTitle = 'What you can do now';
export const actLead = 'Each says first what it does. Nothing happens before you confirm it.';
export const pause = 'Pause the sale';
export const resume = 'Put on sale again';
export const close = 'Close the sale';
export const capacity = 'Change the number of spots';
export const expectMore = 'Expect more people';
export const announceOpen = 'Registration is open.';
export const announceSoldOut = 'All spots are gone.';
