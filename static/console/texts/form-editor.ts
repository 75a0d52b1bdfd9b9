import { typeNames } from '../../src/texts/form';

// What people read while they say what a race asks for and sells.

export const none =
  'Now the race asks for what every race asks for: name, e-mail address, date of birth, gender and an emergency contact.';
export const begin = 'Ask for more, or sell something';
export const remove = 'Take all of this away';
export const removeWords = 'The race asks again for what every race asks for. What is written here is gone.';
export const language = 'Language of the form';
export const languageHint = 'Every text below is in it.';
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'nb', 'sv', 'da', 'fi', 'pl', 'cs', 'hu', 'pt'];
export const showPreview = 'What runners are asked';
export const previewEvent = 'In';
export const previewHint = 'Try it: nothing that is typed here goes anywhere.';
export const previewWrong = 'It can be tried when everything that is missing is filled in.';
export const previewNothing = 'Runners of this event are asked for nothing more.';
export const fixed = 'It was published, so this stays as it is. Add another one instead.';

export const up = 'Move up';
export const down = 'Move down';
export const upOf = (name: string) => `Move up: ${name}`;
export const downOf = (name: string) => `Move down: ${name}`;
export const moved = (name: string, place: number, of: number) => `${name} is number ${place} of ${of} now.`;
export const removeOne = 'Remove';
export const removeOf = (name: string) => `Remove ${name}`;
export const retire = 'Stop asking';
export const retireOf = (name: string) => `Stop asking: ${name}`;
export const retireOffer = 'No longer offer';
export const retireOfferOf = (name: string) => `No longer offer: ${name}`;
export const again = 'Bring it back';
export const againOf = (name: string) => `Bring it back: ${name}`;
export const retired = 'Not asked any more';
export const moreOf = (name: string) => `More about ${name}`;
export const inEvents = 'In which events';
export const allEvents = 'In all of them';

export const questions = {
  title: 'Questions',
  lead: 'Besides name, e-mail address and date of birth. In this order.',
  add: 'Add a question',
  none: 'Nothing else is asked.',
  name: (n: number) => `Question ${n}`,
  label: 'Question',
  help: 'Explanation below it (optional)',
  type: 'Kind of answer',
  types: typeNames,
  role: 'What it is used for',
  roleNone: 'For your own lists',
  roles: {
    gender: 'Gender, for start lists and results',
    'emergency-contact': 'Emergency contact',
    club: 'Club',
    nationality: 'Nationality',
    phone: 'Phone number',
    'qualifying-time': 'Qualifying time',
    'member-number': 'Member number',
    'name-withheld': 'No name in start lists and results',
  },
  of: 'Who answers',
  ofs: { person: 'Each person', order: 'The one who pays, once' },
  required: 'It must be answered',
  sensitive: 'It is sensitive: it is kept in no draft and no log',
  options: 'Options',
  optionLabel: (n: number) => `Option ${n}`,
  addOption: 'Add an option',
  min: 'At least (optional)',
  max: 'At most (optional)',
  durationHint: 'As hours:minutes:seconds.',
  maxLength: 'Longest answer, in characters (optional)',
  showIf: 'When it is asked',
  showAlways: 'Always',
  showAfter: (question: string) => `After certain answers to “${question}”`,
  showIn: 'After these answers',
  countries: 'Countries, as codes with spaces between them',
};
export const genders = { female: 'Women', male: 'Men', 'non-binary': 'Non-binary' };
export const genderQuestion = 'Gender';
export const contactQuestion = 'Emergency contact';

export const items = {
  title: 'Items',
  lead: 'What runners buy with their entry, or get with it: shirts, meals, parking.',
  add: 'Add an item',
  none: 'Nothing is sold besides the entry.',
  name: (n: number) => `Item ${n}`,
  label: 'Name',
  help: 'Explanation (optional)',
  included: 'It is a part of the entry: everybody takes one, for nothing',
  maxPerPerson: 'How many one person may take (optional)',
  maxHint: 'Without it, one.',
  refundUntil: 'Money back until (optional)',
  refundHint: 'Without it, as long as runners may give their spot back.',
  exchangeUntil: 'Another size until (optional)',
  exchangeHint: 'Without it, not at all.',
  variants: 'Variants, such as sizes',
  variantLabel: (n: number) => `Variant ${n}`,
  price: (currency: string) => `Price in ${currency}`,
  limited: 'There are only so many',
  limitedLater: 'How many there are can be said when the race is published. Set it before registration opens.',
  addVariant: 'Add a variant',
  stock: 'How many there are',
  setStock: 'Set',
  setStockOf: (name: string) => `Set how many there are of ${name}`,
  stockHint: 'It holds at once, and does not wait for the rest to be published.',
};

export const ruleTexts = {
  title: 'Who may run',
  lead: 'Everybody keeps every rule of their event. Without a rule everybody may run.',
  add: 'Add a rule',
  none: 'Everybody may run.',
  name: (n: number) => `Rule ${n}`,
  minAge: 'Youngest age, in years (optional)',
  maxAge: 'Oldest age, in years (optional)',
  ageOn: 'The age counts on',
  ageOns: { 'event-day': 'The day of the race', 'year-end': '31 December of that year' },
  genders: 'Only for',
  gendersNone: 'Add the question about gender first: the rule needs its answers.',
  qualifying: 'Qualifying times',
  qualifyingHint:
    'A runner needs one that is for them, and to have run as fast. Ask for their time with a question first.',
  addStandard: 'Add a qualifying time',
  standard: (n: number) => `Qualifying time ${n}`,
  anybody: 'Anybody',
  seconds: 'At most',
  secondsHint: 'As hours:minutes:seconds.',
  forGender: 'For',
  fromAge: 'From the age of (optional)',
  toAge: 'Up to the age of (optional)',
  allowList: 'Only people on a list, which is kept under “Form and texts”',
  accessCode: 'Only with a code: it is in no list of events',
  oneOfGroup: 'One person runs in only one of these events',
  leap: 'Born on 29 February: birthday in other years',
  leaps: { 'mar-1': '1 March', 'feb-28': '28 February' },
};

export const documents = {
  title: 'Texts that are signed',
  lead: 'The waiver of step 4 is accepted by everybody anyway. Here it can be signed person by person, for minors by a guardian, and with other texts.',
  kinds: {
    waiver: 'The waiver, signed by each person',
    'minor-waiver': 'A waiver for minors, in its place',
    terms: 'Terms',
    privacy: 'Privacy',
  },
  signature: 'How it is signed',
  signatures: { checkbox: 'By ticking a box', 'typed-name': 'By typing the name' },
  text: 'Text',
  version: 'Version',
  save: 'Keep this text',
  kept: 'The text is kept. It is signed when the form is published.',
  keptBefore: 'A text is kept for it. Type another one to replace it.',
  missing: 'No text is kept for it yet.',
  later: 'Texts besides the waiver can be kept when the race is published.',
  incomplete: 'Type a version and a text first.',
  adultAge: 'Adult from the age of (optional)',
  adultHint: 'Without it, 18.',
};

export const giving = {
  title: 'Donations and fee',
  add: 'Add a cause',
  none: 'Nobody is asked for a donation.',
  lead: 'What runners can donate to when they register.',
  name: (n: number) => `Cause ${n}`,
  label: 'Name',
  help: 'Explanation (optional)',
  presets: (currency: string) => `Amounts that are suggested, in ${currency}`,
  presetsHint: 'Up to six, with spaces between them.',
  least: 'Least',
  most: 'Most',
  fundraising: 'Runners may collect for it, with a page of their own',
  percent: 'Fee in percent of what is charged (optional)',
  fixed: (currency: string) => `And in ${currency}, for each person who pays (optional)`,
};

export const teams = {
  title: 'Teams and relays',
  lead: 'Runners found a team or join one when they register.',
  add: 'Add a kind of team',
  none: 'There are no teams.',
  name: (n: number) => `Kind of team ${n}`,
  label: 'Name, such as “Company team”',
  help: 'Explanation (optional)',
  size: 'Most people in a team',
  legs: 'Legs of a relay, one on each line (optional)',
  legsHint: 'With legs it is a relay, and has as many people as legs.',
};
