// The words of the line of a race, for its directors.

export const title = 'The line';
export const unknown = '–';
export const about = (time: string) => `about ${time}`;
export const ofMax = (rateMax: string) => `of ${rateMax}`;
export const state = {
  lobby: (gun: string) => `People come. At ${gun} everybody goes straight in, or turns are drawn if they are too many.`,
  draws: (gun: string) => `People come. At ${gun} their turns are drawn.`,
  opens: (gun: string) => `People come. There is room for all: at ${gun} everybody goes straight in.`,
  heldBefore: (gun: string, reason: string) =>
    `People come. Turns are drawn at ${gun}, and nobody is called then: ${reason}`,
  closing: (until: string) => `The list of the draw is open until ${until}. Nobody is in yet.`,
  drawing: (listed: string, at: string | undefined) =>
    at === undefined
      ? `The list is closed, with ${listed} in it.`
      : `The list is closed, with ${listed} in it. The public number of ${at} decides.`,
  calling: 'Turns are called.',
  held: (reason: string) => `The line stands still: ${reason}`,
  open: 'Open for everybody.',
};
export const figures = {
  draw: 'In the draw',
  later: 'Came later',
  came: 'Came',
  waiting: 'Wait in line',
  called: 'Called',
  rate: 'Let in a second',
};
export const outlook = { 'all-called': 'All are called in', 'nothing-free': 'Nothing is free in' };
export const slowed = (percent: number) => `Slowed down to ${percent} % of what is borne.`;
export const asked = (all: string, inVain: string) =>
  inVain === '0'
    ? `${all} of those who were called have asked, and everybody found a spot.`
    : `${all} of those who were called have asked. ${inVain} found none, and are first when one comes back.`;
export const ofEvent = (event: string, waiting: string, called: string, free: string) =>
  `${event}: ${waiting} wait, ${called} called, ${free} free`;
export const beaconWaits = (round: string, at: string) => `Public number: round ${round}, due at ${at}.`;
export const beaconThere = (round: string) => `Public number: round ${round} came, and everybody can check the draw.`;
export const checkDraw = 'Where everybody sees the draw, and how to check it';
export const beaconMissed = (round: string) =>
  `Public number: round ${round} did not come. The draw went on without it, and says so to everybody.`;
export const late = (passes: string) =>
  `${passes} passes of the draw were recorded after its list was closed. They keep their turns: tell an operator.`;

export const acts = {
  hold: 'Hold the line',
  goOn: 'Let the line go on',
  pace: 'Slow the line down',
  postpone: 'Postpone the draw',
  begin: 'Begin a line',
  open: 'Open wide',
  openAct: 'Open for everybody',
};
export const hold = {
  lead: 'Nobody else is called until you let it go on. Nobody loses their turn, and people who were called may still ask.',
  reason: 'Why, as runners read it',
  reasonHint: 'Such as “Our payment partner has a problem. We go on at 10:30.”',
};
export const pace = {
  lead: 'The line goes as fast as everything bears. Here it goes slower.',
  percent: 'Percent of that speed',
  percentHint: '10 to 100. With 100 it goes as fast as it may.',
  act: 'Set the speed',
};
export const postpone = {
  lead: 'For when people could not come in time through no fault of theirs. The list of the draw stays open for people who came before the opening, and nobody is let in before.',
  minutes: 'Minutes after the opening',
  minutesHint: '0 to 15. With 0 it closes as early as usual.',
};
