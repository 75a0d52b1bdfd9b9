type None = Readonly<Record<string, never>>;

/** Why a command was not carried out, and what its sentence is made of. */
export interface Refusals {
  readonly 'no-command': { readonly commands: readonly string[] };
  readonly 'not-as-expected': None;
  readonly 'another-race': { readonly raceId: string };
  readonly 'event-of-another-race': None;
  readonly 'more-registered': { readonly registered: number };
  readonly 'more-given': { readonly given: number };
  readonly 'batch-taken': None;
  readonly 'code-taken': None;
  readonly 'no-such-use': None;
  readonly 'use-is-credit': None;
  readonly 'no-such-team': None;
  readonly 'team-name-taken': None;
  readonly 'no-such-member': None;
  readonly 'no-such-leg': None;
  readonly 'no-such-event': None;
  readonly 'no-such-race': None;
  readonly 'race-taken': { readonly raceId: string };
  readonly 'edited-meanwhile': None;
  readonly 'series-of-others': { readonly series: string };
  readonly 'no-draft': None;
  readonly 'not-complete': None;
  readonly 'plan-changed': None;
  readonly 'not-publishable': None;
  readonly 'in-use': None;
  readonly 'no-such-dispute': None;
  readonly 'dispute-won': None;
  readonly 'spots-taken-back': None;
  readonly 'no-such-seller': None;
  readonly 'no-such-staff': None;
  readonly 'staff-locked': None;
  readonly 'too-many-invitations': None;
  readonly 'last-owner': None;
  readonly 'prefix-taken': None;
  readonly 'form-not-possible': None;
  readonly 'no-such-form': None;
  readonly 'older-form': None;
  readonly 'older-waiver': { readonly version: string; readonly hash: string };
  readonly 'no-such-invoice': None;
  readonly 'nothing-left': None;
  readonly 'not-sold': None;
  readonly 'not-cancelled': { readonly why: string };
  readonly 'not-refunded': { readonly why: string };
  readonly 'not-handed-out': None;
  readonly 'no-such-registration': None;
  readonly 'not-changed': { readonly why: string };
  readonly 'not-moved': { readonly why: string; readonly isOfRunner: boolean };
  readonly 'same-person': None;
  readonly 'too-many-corrections': None;
  readonly 'no-such-place': None;
  readonly 'place-over': None;
  readonly 'place-registered': None;
  readonly 'too-many-links': None;
  readonly 'too-many-check-in-codes': { readonly most: number };
  readonly 'no-such-fundraiser': None;
  readonly 'race-cancelled': None;
  readonly 'no-line': None;
  readonly 'line-over': None;
  readonly 'list-closed': None;
  readonly 'no-draw': None;
  readonly 'name-differs': { readonly name: string };
  readonly 'cancelled-otherwise': { readonly percent: number };
  readonly 'no-such-job': None;
  readonly 'no-such-key': None;
  readonly 'too-many-keys': { readonly most: number };
  readonly 'no-such-result-set': None;
  readonly 'set-of-another-event': None;
  readonly 'import-not-tried': None;
  readonly 'import-unreadable': { readonly why: string };
  readonly 'result-not-possible': { readonly why: string };
  readonly 'result-changed': None;
  readonly 'results-changed': None;
  readonly 'results-underway': None;
  readonly 'results-locked': { readonly by?: string; readonly seconds?: number };
  readonly 'bib-ranges-overlap': { readonly one: number; readonly other: number };
  readonly 'bib-ranges-changed': None;
  readonly 'no-bib-ranges': None;
  readonly 'bib-not-given': { readonly why: string };
  readonly 'bib-nobodys': { readonly number: number };
  readonly 'bib-handed-out': { readonly number: number };
  readonly 'bibs-not-tried': None;
  readonly 'no-feed': None;
  readonly 'feed-not-live': None;
  readonly 'feed-not-changed': { readonly present: string };
  readonly 'message-id-reused': None;
  readonly 'told-meanwhile': { readonly number: number; readonly says: string };
  readonly 'message-not-possible': { readonly of: number; readonly why: string };
  readonly 'no-such-message': { readonly number: number };
  readonly 'too-many-lists': { readonly most: number };
  readonly 'still-copying': None;
  readonly 'nobody-to-tell': None;
  readonly 'nobody-to-test': None;
  readonly 'too-many-tests': None;
  readonly 'announcement-id-reused': None;
  readonly 'too-many-announcements': { readonly most: number };
  readonly 'no-such-announcement': None;
  readonly 'no-such-webhook': None;
  readonly 'too-many-webhooks': { readonly most: number };
  readonly 'too-many-postings': { readonly most: number };
  readonly 'webhook-not-allowed': { readonly why: string };
}

export const refusals: { readonly [R in keyof Refusals]: (parameters: Refusals[R]) => string } = {
  'no-command': ({ commands }) =>
    `Nothing was done: the message names no command. Send an object with one field: ${commands.join(', ')}.`,
  'not-as-expected': () => 'Nothing was done: the message is not as expected, see errors.',
  'another-race': ({ raceId }) =>
    `There is another race "${raceId}" already: see errors for where they differ. Nothing was changed; choose another id.`,
  'event-of-another-race': () =>
    'Nothing was made: an event of another race has this id. Choose another, or leave it out.',
  'more-registered': ({ registered }) =>
    `Nothing was changed: ${registered} runners are registered and keep their spots. The capacity must be at least ${registered}.`,
  'more-given': ({ given }) =>
    `Nothing was changed: ${given} are given to runners and stay theirs. The stock must be at least ${given}.`,
  'batch-taken': () =>
    'Nothing was made: the codes of this batch were made before, and only that answer showed them. Withdraw the batch, or choose another name.',
  'code-taken': () => 'Nothing was made: two codes of the race would be the same, see errors.',
  'no-such-use': () =>
    'Nothing was changed: this line of the registration is no use of a code, or is returned already.',
  'use-is-credit': () =>
    'Nothing was changed: this line is the credit that pays for the registration. Cancel the registration, and the credit is free again.',
  'no-such-team': () => 'Nothing was changed: this race has no such team. GET /api/races/<race>/teams lists its teams.',
  'team-name-taken': () => 'Nothing was changed: another team of the event has this name. Choose another name.',
  'no-such-member': () =>
    'Nothing was changed: this registration is not in the team. The command teamMembers lists who is in it.',
  'no-such-leg': () => 'Nothing was changed: the team has no such leg. Only a relay has legs, from 1 to its size.',
  'no-such-event': () => 'Nothing was changed: this race has no such event. GET /api/races/<race> lists its events.',
  'no-such-race': () => 'Nothing was changed: there is no such race. Its id is the end of its address.',
  'race-taken': ({ raceId }) => `Nothing was made: there is a race "${raceId}" already. Choose another id.`,
  'edited-meanwhile': () =>
    'Nothing was changed: somebody saved or published this race since you looked at it. Look at what is there now, and try again.',
  'series-of-others': ({ series }) =>
    `Nothing was saved: the series "${series}" has a race that you do not direct, and credits of your race would pay for entries in it. Choose another series, or ask somebody who directs all races.`,
  'no-draft': () => 'Nothing was changed: this race has no draft, so there is nothing to publish or to discard.',
  'not-complete': () => 'Nothing was published: the draft is not complete yet, see errors.',
  'plan-changed': () =>
    'Nothing was published: the race has changed, and publishing would do something else than what you agreed to. Look at the new plan, and send its hash.',
  'not-publishable': () => 'Nothing was published: see the refusals of the plan, and change the draft.',
  'in-use': () =>
    'Nothing was changed: the race is in use. Somebody has registered, holds a spot or waits, or there are codes, stock, fundraisers, keys, webhooks, ranges of bibs, a live feed or announcements. Take it off the list of races instead (isUnlisted).',
  'no-such-staff': () => 'Nothing was done: nobody with this address works on races. Invite them with inviteStaff.',
  'staff-locked': () => 'Nothing was changed: this person is locked.',
  'too-many-invitations': () => 'Nothing was changed: this person was invited often enough today.',
  'last-owner': () => 'Nothing was changed: somebody must own all races. Make another owner first.',
  'no-such-seller': () => 'Nothing was changed: there is no such seller. Make it with setSeller first.',
  'prefix-taken': () =>
    'Nothing was changed. Either the numbers of another seller begin with this prefix, or this seller has issued documents with the present one, which stays.',
  'no-such-dispute': () => 'Nothing was changed: there is no such dispute. The command disputes lists them.',
  'dispute-won': () =>
    'Nothing was changed: the bank decided for you, so this runner has paid. To end their registration all the same, cancel it.',
  'spots-taken-back': () =>
    'Nothing was changed: a director took the spots of this dispute back before. This command gives nobody their spot back.',
  'form-not-possible': () => 'Nothing was changed: this cannot be the form of the race, see errors.',
  'no-such-form': () => 'Nothing was changed: there is no such form. Save it with saveForm first.',
  'older-form': () =>
    'Nothing was changed: runners see a newer form already. To return to an old form, save it again and publish the new revision.',
  'older-waiver': ({ version, hash }) =>
    `Nothing was changed: since the waiver of this form was saved, the race was published with a newer one, version "${version}". Save the form again with that waiver (hash ${hash}), and publish the new revision. To return to the older text, put it into the settings of the race, and publish the race.`,
  'no-such-invoice': () => 'Nothing was issued: this payment has no such invoice. The command documents lists them.',
  'nothing-left': () => 'Nothing was issued: all of the money was given back, so there is nothing to bill.',
  'not-sold': () => 'Nothing was issued: the race has no seller any more. Say with setTax who sells it.',
  'not-cancelled': ({ why }) => `Nothing was cancelled: ${why}`,
  'not-refunded': ({ why }) => `Nothing was given back: ${why}`,
  'not-handed-out': () => 'Nothing was changed: one of the lines was not given, see errors.',
  'not-moved': ({ why, isOfRunner }) => `Nobody was moved: ${isOfRunner ? `the runner ${why}.` : why}`,
  'not-changed': ({ why }) => `Nothing was changed: ${why}`,
  'same-person': () =>
    'Nothing was changed: with this name, birth date and address they would be somebody who is registered already, or who has used the same code. Look for the other registration first.',
  'too-many-corrections': () =>
    'Nothing was changed: this registration was corrected ten times within a day, and each time somebody got a mail. Correct it tomorrow.',
  'no-such-place': () =>
    'Nothing was changed: nobody waits in this race under this id. The console lists who does, under Participants.',
  'place-over': () =>
    'Nothing was changed: this person is off the waiting list already. They left it, or their offer is over.',
  'place-registered': () =>
    'Nothing was changed: this person is registered, and waits no more. To take the spot back, cancel their registration.',
  'too-many-links': () =>
    'Nothing was sent: three links were mailed for this registration within the hour. Ask the runner to look into the spam folder, and check the address.',
  'too-many-check-in-codes': ({ most }) =>
    `Nothing was changed: this registration got ${most} new codes within 24 hours. Look at documents instead.`,
  'no-such-registration': () =>
    'Nothing was changed: there is no such registration. The console finds it by name or number, under Participants.',
  'race-cancelled': () => 'Nothing was changed: the race is cancelled for good. Make another race instead.',
  'no-line': () =>
    'Nothing was changed: the race has no line now. People may come to it from an hour before the opening, if the race has one. Say with mode whether it does.',
  'line-over': () =>
    'Nothing was changed: the line is over, or open for everybody. Whoever asks gets an answer at once.',
  'list-closed': () => 'Nothing was changed: the list of the draw is closed already.',
  'no-draw': () => 'Nothing was changed: nothing is drawn in this line.',
  'name-differs': ({ name }) => `Nothing was cancelled: the race is called "${name}". Type this name to cancel it.`,
  'cancelled-otherwise': ({ percent }) =>
    `Nothing was changed: somebody cancelled the race before, with ${percent} % going back or with another message. Both stay. To give a runner more back, use their page under Participants, or the processor.`,
  'no-such-job': () =>
    'Nothing was changed: the race has no such job, or the job is in that state already. The command jobs lists them.',
  'no-such-fundraiser': () =>
    'Nothing was changed: this race has no such fundraiser. Its slug is the end of the address of its page.',
  'no-such-key': () => 'Nothing was changed: this race has no such key. The command apiKeys lists them.',
  'too-many-keys': ({ most }) =>
    `No key was made: the race has ${most} keys that work. Withdraw one that is not used any more.`,
  'no-such-result-set': () =>
    'Nothing was changed: this race has no such result set. The command resultSets lists them; saveResultSet makes one.',
  'set-of-another-event': () =>
    'Nothing was changed: the race has a result set of this name, and it is about another event. Choose another name.',
  'import-not-tried': () =>
    'Nothing was imported. Try the file first, with dryRun, and then name the hash of that answer. It is another one when the file, or a result that it replaces, has changed since.',
  'import-unreadable': ({ why }) => `Nothing was imported: ${why}`,
  'result-not-possible': ({ why }) => `Nothing was changed: ${why}`,
  'result-changed': () =>
    'Nothing was changed: somebody else, or timing software, has changed this bib since you looked at it. Look again, and see whether your correction is still right.',
  'results-changed': () =>
    'Nothing was published: results changed since you looked at them. Look again, and name the seq that is there now.',
  'no-feed': () => 'Nothing was done: this race has no live feed. Begin it with changeFeed.',
  'feed-not-live': () => 'Nothing was published: the live feed has not begun, or is over. Begin it with changeFeed.',
  'feed-not-changed': ({ present }) =>
    `Nothing was changed: the live feed is ${present}. From planned it goes live, from live it ends, and within a day it can go live again.`,
  'message-id-reused': () =>
    'Nothing was published: another message was sent under this id. Every message has an id of its own.',
  'told-meanwhile': ({ number, says }) =>
    `Nothing was published: somebody told something newer about the same meanwhile, as number ${number}: “${says}”. Yours would take its place. Publish it again if yours is right.`,
  'message-not-possible': ({ of, why }) => `Nothing was published: ${why} (number ${of}).`,
  'no-such-message': ({ number }) => `Nothing was taken out: there is no message ${number} yet.`,
  'too-many-lists': ({ most }) =>
    `Nothing was published: a live feed has ${most} lists of leaders at most. Use one of those that are there.`,
  'still-copying': () =>
    'Nothing was sent: the list of participants is being read for the first time. Try again in a few seconds.',
  'nobody-to-tell': () =>
    'Nothing was sent: nobody would get it. Choose other events or payments, or look in the list of participants who is registered.',
  'nobody-to-test': () =>
    'Nothing was sent: a test goes to the person who is signed in to the console, so order it there.',
  'too-many-tests': () => 'Nothing was sent: this race had 30 tests within 24 hours. Look at the preview instead.',
  'announcement-id-reused': () =>
    'Nothing was sent: another announcement was sent under this id. Make a new id for each announcement.',
  'too-many-announcements': ({ most }) =>
    `Nothing was sent: this race sent ${most} announcements within 24 hours. People take more of them for spam.`,
  'no-such-webhook': () => 'Nothing was changed: this race has no such webhook. The command webhooks lists them.',
  'too-many-webhooks': ({ most }) =>
    `Nothing was made: the race has ${most} webhooks. Delete one that is not used any more.`,
  'too-many-postings': ({ most }) =>
    `Nothing is posted: this race ordered ${most} tests and repeats of webhooks within 24 hours. Try again later. What fails is posted again by itself, for three days.`,
  'webhook-not-allowed': ({ why }) =>
    `Nothing was made: ${why} Use a public address that begins with https and has no port.`,
  'no-such-announcement': () =>
    'Nothing was changed: the race has no such announcement, or it is in that state already. The command announcements lists them.',
  'bib-ranges-overlap': ({ one, other }) =>
    `Nothing was changed: the ranges ${one} and ${other} have a number in common. Every number is in one range at most.`,
  'bib-ranges-changed': () =>
    'Nothing was changed: somebody saved other ranges since you began. Copy what you typed, and load the page again: it shows their ranges. Then change those.',
  'no-bib-ranges': () => 'Nobody got a number: the race has no ranges of numbers. Save them first, with saveBibRanges.',
  'bib-not-given': ({ why }) => `No number was given: ${why}`,
  'bib-nobodys': ({ number }) =>
    `Nothing was changed: nobody has the number ${number}. The list of participants shows who has which.`,
  'bib-handed-out': ({ number }) =>
    `Nothing was changed: who has the number ${number} is checked in and wears it. Take the check-in back first, or give them another number.`,
  'bibs-not-tried': () =>
    'Nothing was imported. Try the file first, with dryRun, and then name the hash of that answer. It is another one when the file, or a number that it replaces, has changed since.',
  'results-locked': ({ by = 'Somebody else', seconds }) =>
    `Nothing was changed: ${by} is applying a large file to this ranking${seconds === undefined ? '' : `, begun ${seconds} ${seconds === 1 ? 'second' : 'seconds'} ago`}. Yours is not lost. Wait a few seconds, and order it again; if theirs changes the same values, look at what yours would do first.`,
  'results-underway': () =>
    'Nothing was published: another version of these results is being published. Try again in a minute.',
};
