// Of the form, what is read before its editor is loaded.

export const title = 'What the race asks for and sells';
export const codesAtOnce = 'A code counts from the moment at which it is made. It waits for no publication.';
export const codesLater = 'Codes that lower a price, or open an event, can be made once the race is published.';
export const makeCodes = 'Make codes';
/** What each list of a form is called, and one of it. */
export const lists: Readonly<Record<string, readonly [list: string, one: (n: number) => string]>> = {
  questions: ['Questions', (n) => `Question ${n}`],
  items: ['Items', (n) => `Item ${n}`],
  rules: ['Who may run', (n) => `Rule ${n}`],
  documents: ['Texts that are signed', (n) => `Signed text ${n}`],
  causes: ['Donations', (n) => `Cause ${n}`],
  teams: ['Teams and relays', () => 'Kinds of teams'],
};

/** Where something is wrong, by its path below the form. */
export const placeOf = (path: string): string => {
  const [list = '', n] = path.split('.');
  const [, one] = lists[list] ?? [];
  return one && n !== undefined ? one(Number(n) + 1) : title;
};

/** What is wrong, where the server's words are about names that nobody sees here. */
export const faultWords: Readonly<Record<string, string>> = {
  'no-own-language': 'has no text yet',
  'no-option': 'needs an option',
  'needs-gender': 'needs a question about gender that everybody in its events must answer, under no condition',
  'needs-qualifying-time':
    'needs a question about a qualifying time that everybody in its events must answer, under no condition',
  'empty-rule': 'says nothing yet: choose an age, a gender, a time, a list or a code',
  nobody: 'leaves nobody: no person keeps all rules of this event',
  'less-than-min': 'has an upper limit below the lower one',
  'less-than-least': 'has an upper limit below the lower one',
  'not-within': 'suggests an amount outside of its limits',
  'included-is-free': 'is a part of the entry, so it cannot cost anything',
  'size-of-legs': 'must have as many people as legs',
  'type-of-role': 'cannot be used for that with this kind of answer',
  'not-an-earlier-question': 'depends on a question that is not above it',
  'cannot-decide': 'depends on a question whose answers decide nothing',
  'not-an-option': 'depends on an answer that cannot be given',
  'more-than-options': 'asks for more answers than there are options',
  'answers-too-long': 'asks for too much: the answers of one person would be too long',
  'no-such-text': 'has no text that was kept',
  'no-stock': 'has a variant of which there are only so many, and it is not said how many',
  'changed-meaning': 'was published, and means something else now',
  'not-of-this-race': 'is about an event that the race does not have',
  'group-of-another-race': 'allows only one event, by a group of another race. Take this off and put it on again',
  'nothing-to-sign': 'says an age of adults, and nothing is signed',
  'second-group': 'has two rules of which each allows only one event',
};
