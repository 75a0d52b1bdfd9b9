/**
 * The promises to users. S (safety): never violated. L (liveness): reached once the faults are over. Q: of what a
 * registration consists of. F: of a live feed, and of who may write on race day. W: of a line.
 */
export const invariants = {
  S1: 'no spot is given twice, and no event has more runners than spots',
  S2: 'nobody is registered twice for one event',
  S3: 'a registration is decided once, however often it is delivered, and its outcome stays',
  S4: 'money is taken from those who are in, and from nobody else',
  S5: 'as much is taken, or given back, as was quoted, and only once',
  S6: 'no money is forgotten: everybody who paid is in, or has the money back',
  S7: 'a mail is sent once',
  S8: 'no more mails leave than SES takes, in a second or a day',
  S9: 'whatever a cache forgets or makes up, nobody gets more than they may have',
  S10: 'nobody sees what belongs to somebody else',
  S11: 'nobody gets a spot before the opening, after the end or while the sale is paused, nor past those who wait',
  S12: 'only its owner opens or changes a registration, and nobody learns who has one',
  S13: 'every change of spots, money or consent leaves an audit row, in the same transaction',
  S14: 'those who come together all get a spot, or nobody does',
  S15: 'nobody fills a stranger’s mailbox, nor uses up the mail of those who paid',
  S16: 'nobody is registered without the consent that their race asks for: of a guardian, if they are a minor',
  L2: 'what was held and not used comes back',
  L3: 'no message is lost, and none holds up the others',
  L4: 'every mail leaves, or is listed with the reason why it does not',
  L5: 'every spot is sold when enough people want one',
  Q1: 'nothing that is limited is given twice, and no more of it than there is',
  Q2: 'nobody is charged for what they are not given',
  Q3: 'lines, shares and total agree, and no line costs less than nothing',
  Q4: 'a code has no more uses than its limit, unless a cache lied or a message was late',
  Q5: 'nobody goes without while something is left for them',
  Q7: 'what is stored, priced and shown is what was typed',
  Q8: 'page, server, JSON Schema and simulated runners take the same entries',
  Q9: 'a person has one spot in a limit group, and a leg of a team one runner',
  Q11: 'a race without a form sends and causes what it did before there were forms',
  F1: 'the messages of a feed are numbered without a gap, in one order',
  F2: 'a message has one number, however often it is sent',
  F6: 'nothing that is not there yet is hidden by a cache',
  F7: 'a crowd asks for no more than its race allows',
  F8: 'what was taken out of a feed is nowhere',
  F10: 'a machine does for one race what its key is for, and nothing else',
  W1: 'who was called stays called',
  W2: 'nobody gets a spot before their turn is called',
  W3: 'one arrival is one pass, and one turn',
  W5: 'the list of a draw is fixed before anybody can know what decides it',
  W6: 'everybody of the draw is in its list, or is shown to be late',
  W9: 'who has a spot, or is offered one, waits in no line, and a director has the last word',
  W10: 'a line goes on while people wait and spots are free, or somebody is told',
} as const;

export type Invariant = keyof typeof invariants;

/** One check in the code that must stay: how to remove it, and the test that notices. */
export interface Guard {
  /** What it prevents, as a sentence. */
  readonly guard: string;
  readonly invariant: Invariant;
  readonly file: string;
  /** A piece of the file's text. It occurs exactly once; white space counts as one blank (see `patch.ts`). */
  readonly from: string;
  /** What stands there when the guard is removed. The file must still run: one that cannot be parsed proves nothing. */
  readonly to: string;
  /** The test's name as it stands in the file, or a part of it. */
  readonly test: readonly [file: string, name: string];
}
