/** The sentences of the mails in English. */
export const en = {
  /** The language of the text, https://www.rfc-editor.org/rfc/rfc5646. */
  lang: 'en',
  /** How amounts are written, and how dates and times are. */
  numbers: 'en',
  dates: 'en-GB',

  hello: (name: string | undefined): string => (name === undefined ? 'Hello,' : `Hello ${name},`),
  /** `Ten at Harbour Run on Sunday, 2 May 2027`. */
  inFull: (event: string, race: string, day: string): string => `${event} at ${race} on ${day}`,
  eventOfRace: (event: string, race: string): string => `${event}, ${race}`,
  spots: (size: number): string => (size === 1 ? 'a spot' : `${size} spots`),
  facts: { event: 'Event', race: 'Race', where: 'Where', date: 'Date' },
  seeRegistration: 'See your registration',
  seeWhatHappened: 'See what happened',
  takeOrDecline: (size: number): string => `Take or decline the ${size === 1 ? 'spot' : 'spots'}`,
  numberGone: (number: number): string => `Number ${number} is no longer yours.`,

  cancellation: {
    subject: (what: string): string => `Cancelled: ${what}`,
    byDirector: (what: string): string => `The organiser has cancelled your registration for ${what}.`,
    /** `race`: its name. */
    ofRace: (race: string, what: string): string =>
      `${race} is cancelled. So your registration for ${what} is cancelled, too. We are sorry.`,
    byRunner: (what: string): string => `Your registration for ${what} is cancelled, and your spot is given back.`,
    alone: 'This is about you alone: nothing changes for those who were registered together with you.',
    noMoney: 'No money is paid back.',
    givenBack: 'What was paid was given back before.',
    partlyGivenBack: 'What was given back to that card before counts towards it.',
    creditBack: (code: string, series: string, until: string): string =>
      `The credit that paid for your entry is yours again: use the code ${code} in another race of ${series}, until ${until}.`,
    /** `whole`: the price, when only a part of it goes back. */
    money: (refund: string, whole: string | undefined, isGroup: boolean, card: 'first' | 'own' | 'payer'): string =>
      `${refund}${whole === undefined ? '' : ` of the ${whole} that ${isGroup ? 'was paid for you' : 'was paid'}`} goes back to ${
        {
          first: 'the card that paid for this spot at first, not to yours',
          own: 'the card you paid with',
          payer: 'the card that paid for all of you',
        }[card]
      }. Banks may take up to ten days to show it.`,
    closingByDirector: 'If you do not know why, please ask the organiser.',
    closing: 'If it was not you who cancelled, please tell the organiser. We hope to see you another time.',
  },

  confirmation: {
    subject: (what: string): string => `You are in: ${what}`,
    transferred: 'The spot that was offered to you is yours.',
    alone: 'Your registration is confirmed.',
    byAnother: (name: string | undefined, isPaid: boolean): string =>
      `${name ?? 'Somebody'} has registered you${isPaid ? ' and paid for you' : ''}: you are in.`,
    number: (how: string, number: number): string => `${how} Your number is ${number}.`,
    bib: (how: string, bib: number): string => `${how} Your bib number is ${bib}.`,
    bibLater: (how: string): string =>
      `${how} You get your bib number later: the page of your registration shows it as soon as it is yours.`,
    /** `areNumbered`: their mails name a number for certain. */
    others: (size: number, areNumbered: boolean): string => {
      const own = `${areNumbered ? 'a number and ' : ''}a link of their own`;
      return size === 2
        ? `The other one of you is registered as well, and gets a mail with ${own}.`
        : `The other ${size - 1} of you are registered as well, and each gets a mail with ${own}.`;
    },
    short: (things: number): string =>
      `${things === 1 ? 'One thing' : `${things} things`} that you chose had gone to somebody else by the time your registration was written. You do not get ${things === 1 ? 'it' : 'them'}, and did not pay for ${things === 1 ? 'it' : 'them'}. We are sorry.`,
    captain:
      'You are the captain of your team. On the page of your registration is the link with which others join it.',
    yourTeam: 'Yours',
    facts: { number: 'Number', bib: 'Bib number', team: 'Team', paid: 'Paid', registered: 'Registered' },
    paidFor: (total: string, size: number): string => `${total} for ${size} people`,
    /** `card`: `Visa •••• 4242` */
    paidWith: (paid: string, card: string): string => `${paid} with ${card}`,
    closing:
      'Keep this mail: the link opens your registration, so please do not pass it on. We look forward to seeing you.',
  },

  gift: {
    subject: (what: string): string => `Thank you for your gift: ${what}`,
    confirmed: 'Your gift has arrived. Thank you.',
    see: 'See your gift',
    closing: 'Keep this mail: the link opens what you gave, so please do not pass it on.',
    refused: 'We could not take your gift: it reached us too late. We are sorry.',
    unpaid: (amount: string): string =>
      `You wanted to give, but your bank did not pay ${amount} when we asked for it. So nothing was given.`,
    cancelled: (what: string): string => `Your gift (${what}) is cancelled.`,
  },

  ticket: {
    subject: (what: string): string => `Your ticket: ${what}`,
    confirmed: 'Your ticket is booked. We look forward to seeing you.',
    see: 'See your ticket',
    closing: 'Keep this mail: the link opens your ticket, so please do not pass it on.',
    refused: 'We could not book your ticket: it reached us too late, and by then none was left. We are sorry.',
    unpaid: (amount: string): string =>
      `We had a ticket for you, but your bank did not pay ${amount} when we asked for it. So it is not yours.`,
    cancelled: (what: string): string => `Your ticket (${what}) is cancelled.`,
  },

  deferred: {
    subject: (what: string): string => `Deferred: ${what}`,
    lead: (what: string): string => `You have given up your spot in ${what}, to run another time.`,
    /** `worth`: an amount, where the credit is no whole entry. */
    credit: (worth: string | undefined, series: string, until: string): string =>
      `In its place you have ${worth === undefined ? 'one entry' : `${worth} towards an entry`} in a later race of ${series}, until ${until}.`,
    whole: 'It pays for any distance up to yours. Towards a longer one it counts as much as your entry cost.',
    use: (code: string): string =>
      `When you register, enter the code ${code}. It works once, and for you alone: use the same name, date of birth and e-mail address.`,
    fee: (fee: string): string => `A fee of ${fee} is charged then.`,
    noMoney: 'No money is paid back.',
    code: 'Code',
    closing: 'If it was not you who deferred, please tell the organiser. We hope to see you at another race.',
  },

  corrected: {
    subject: (what: string): string => `Your details were corrected: ${what}`,
    lead: (what: string): string => `The organiser has corrected your name, birth date or e-mail address for ${what}.`,
    same: 'Your spot, your number and what you paid stay as they are. The link below shows your registration. If an earlier mail went to a wrong address, its link works no more.',
    closing: 'If something is still wrong, or if you did not ask for this, please tell the organiser.',
  },

  moved: {
    subject: (what: string): string => `You run another event now: ${what}`,
    lead: (what: string): string =>
      `The organiser has moved your registration. You have a spot in ${what}, and your former spot is free again.`,
    same: 'Your registration and its links stay, and your number is another one. If money goes back to you, you see it at the link below, and a few days later on your statement.',
    closing: 'If you did not ask for this, or if it is not what you wished, please tell the organiser.',
  },

  moveOffer: {
    subject: (to: string): string => `A spot is kept for you: ${to}`,
    lead: (from: string, to: string): string =>
      `You are registered for ${from}. The organiser keeps a spot for you in ${to}, and moves you there as soon as you have paid the difference.`,
    pay: (difference: string, until: string): string =>
      `It costs ${difference} more. Please pay that by card at the link below before ${until}.`,
    ignore:
      'If you do not want to change, you need not do anything: you stay where you are, nothing is charged, and the spot goes to others.',
    difference: 'Difference',
    keptUntil: 'Kept until',
    link: 'See and pay',
    closing: 'If you did not ask for this, please tell the organiser.',
  },

  guardianCopy: {
    subject: (minor: string | undefined, what: string): string => `You signed for ${minor ?? 'a minor'}: ${what}`,
    lead: (minor: string | undefined, what: string): string =>
      `${minor ?? 'A minor'} is registered for ${what}, and you are named as the guardian who signed. This is your copy of what was accepted.`,
    kinds: {
      waiver: 'The waiver',
      'minor-waiver': 'The waiver for minors',
      terms: 'The terms',
      privacy: 'How your data is used',
    },
    document: (title: string, version: string): string => `${title}, version ${version}:`,
    signedAt: 'Signed',
    closing: 'If it was not you who signed, please tell the organiser. Nobody but you got this mail.',
  },

  notRegistered: {
    subject: (what: string): string => `Not registered: ${what}`,
    lead: (size: number | undefined, what: string): string =>
      `We could not register ${size === undefined ? 'you' : `the ${size} of you`} for ${what}.`,
    reasons: {
      duplicate:
        'You already have a registration for this event, and everybody runs once. Your first registration stays as it is.',
      refused:
        'It reached us after the spot we held for you had been given back, and by then no other spot was free. We are sorry.',
    },
    groupReasons: {
      duplicate:
        'You wanted to register together, all of you or nobody. But somebody of you already has a registration for this event, or was entered twice, and everybody runs once. What was registered before stays as it is.',
      refused:
        'It reached us after the spots we held for you had been given back, and by then there were not enough free spots for all of you. We are sorry.',
    },
    money:
      'Your card was not charged. If your bank shows the amount as reserved, the reservation ends within a few days.',
    offered: (size: number, until: string): string =>
      `${size === 1 ? 'A spot has' : `${size} spots have`} come back since, and you come first: we keep ${size === 1 ? 'it' : 'them'} for you until ${until}.`,
    inFront: (size: number): string =>
      size === 1
        ? 'You are at the front of the waiting list, before everybody who only asked to be on it: when a spot comes back and it is your turn, we keep it for you and write to you.'
        : `You are at the front of the waiting list, before everybody who only asked to be on it: when ${size} spots come back and it is your turn, we keep them for you and write to you.`,
    seePlace: 'See your place on the waiting list',
    closing: 'Thank you for wanting to run with us.',
  },

  offer: {
    subject: (size: number, what: string): string => `${size === 1 ? 'A spot' : `${size} spots`} for you: ${what}`,
    lead: (spots: string, what: string): string =>
      `You are on the waiting list, and now it is your turn: we keep ${spots} for you in ${what}.`,
    before: (size: number, until: string): string =>
      size === 1
        ? `Register before ${until}. After that the spot goes to the next runner, and you are no longer on the list.`
        : `Register all ${size} of you together before ${until}. After that the spots go to the next runners, and you are no longer on the list.`,
    decline: (size: number): string =>
      size === 1
        ? 'If you do not want it, please decline it by the same link, so that the next runner need not wait.'
        : 'If you do not want all of them, please decline them by the same link, so that the next runners need not wait.',
    keptUntil: 'Kept until',
    closing: 'The link opens your place on the waiting list, so please do not pass this mail on.',
  },

  paymentFailed: {
    subject: (what: string): string => `Your payment failed: ${what}`,
    lead: (size: number | undefined, what: string, amount: string): string =>
      `We had ${size === undefined ? 'a spot' : `${size} spots`} for you in ${what}, but your bank did not pay ${amount} when we asked for it. ${size === undefined ? 'So you are not registered.' : 'So nobody of you is registered; please tell the others.'}`,
    again:
      'Your card was not charged. While there are spots left you are welcome to register again, perhaps with another card.',
    closing: 'We are sorry for the trouble, and hope to see you at the start.',
  },

  placeConfirmation: {
    subject: (what: string): string => `Please confirm your place on the waiting list: ${what}`,
    lead: (spots: string, what: string): string =>
      `You asked for a place on the waiting list for ${spots} in ${what}. One click, and your place counts.`,
    until: (size: number): string =>
      `Until then ${size === 1 ? 'a spot that comes back goes' : 'spots that come back go'} to others, and you keep your place: the sooner you confirm, the sooner it may be your turn.`,
    link: 'Confirm my place on the list',
    closing: 'If it was not you who asked, just ignore this mail: without the click nothing is kept for anybody.',
  },

  placeRemoved: {
    subject: (what: string): string => `No longer on the waiting list: ${what}`,
    lead: (spots: string, what: string): string =>
      `The organiser has taken you off the waiting list for ${spots} in ${what}.`,
    nothing: (size: number): string =>
      `If ${size === 1 ? 'a spot was' : 'spots were'} kept for you, ${size === 1 ? 'it goes' : 'they go'} to others now. You have paid nothing, and nothing is charged.`,
    closing: 'If you did not expect this, please ask the organiser of the race.',
  },

  registrationLink: {
    subject: (what: string): string => `Your ${what}`,
    subjectOfOne: (what: string, of: string): string => `Your ${what}: ${of}`,
    /** What the links are to: at least one registration or place. */
    what: (registrations: number, places: number): string =>
      [
        ...(registrations > 0 ? [registrations > 1 ? 'registrations' : 'registration'] : []),
        ...(places > 0 ? [places > 1 ? 'places on the waiting list' : 'place on the waiting list'] : []),
      ].join(' and '),
    lost: (several: boolean, what: string): string =>
      several
        ? `You asked for the links to your ${what}. Here they are.`
        : `You asked for the link to your ${what}. Here it is.`,
    joinedAgain: (several: boolean, what: string): string =>
      `Somebody asked for a place on a waiting list with your name and address. You have your ${what} already, and nothing has changed. ${several ? 'Here are the links.' : 'Here is the link.'}`,
    due: (amount: string, what: string): string =>
      `${amount} for ${what} could not be charged. You have the spot, and you can pay it on the page of your registration.`,
    registration: (what: string, number: number | undefined): string =>
      `${what}${number === undefined ? '' : `, number ${number}`}`,
    place: (what: string): string => `${what}, waiting list`,
    offeredPlace: (what: string, size: number): string =>
      `${what}, ${size === 1 ? 'a spot is' : `${size} spots are`} kept for you`,
    closing: 'If it was not you who asked, you need not do anything: nobody but you got this mail.',
  },

  transferOffer: {
    subject: (what: string): string => `A spot is offered to you: ${what}`,
    aRunner: 'A runner',
    lead: (from: string, what: string): string => `${from} has a spot in ${what}, and would like to pass it on to you.`,
    take: (until: string, fee: string | undefined): string =>
      `To take it, register by the link below before ${until}. ${
        fee
          ? `The entry fee is paid. For the change of runner the organiser takes ${fee}, which you pay by card.`
          : 'You pay nothing here: the entry fee is paid.'
      }`,
    ignore: 'If you do not want it, you need not do anything.',
    offeredUntil: 'Offered until',
    link: 'See the spot',
    closing: (from: string): string =>
      `${from} gave us your address for this mail only. Everybody who has the link can take the spot, so please do not pass it on.`,
  },

  announcement: {
    greeting: (names: string): string => (names ? `Hello ${names},` : 'Hello,'),
    listed: (values: readonly string[]): string => new Intl.ListFormat('en', { type: 'conjunction' }).format(values),
    /** In the place of values that a subject has no room for. */
    more: (count: number): string => `${count} more`,
    why: (race: string, isService: boolean): string =>
      isService
        ? `You get this mail because it is about your registration for ${race}.`
        : `You get this mail because you signed up for ${race}.`,
    /** In the place of a number: `Your number is …` */
    bibLater: 'still to come',
    optOut: 'No more news by mail',
    testNote: (subject: string): string => `Test: ${subject}`,
  },

  staff: {
    sender: 'Startline',
    linkSubject: 'Your link to the console',
    linkLead: 'You asked for a link that signs you in to the console of your races. It works once.',
    linkUntil: (until: string): string => `Open it before ${until}.`,
    linkLabel: 'Sign in',
    linkClosing: 'If it was not you who asked, you need not do anything: nobody but you got this mail.',
    invitationSubject: 'You are invited to the console',
    invitationLead:
      'You can now work on races. Open the link, and your browser will ask you to make a passkey if you need one: with it you sign in from then on, with a finger, your face or a PIN.',
    invitationUntil: (until: string): string => `The link works once, until ${until}.`,
    invitationLabel: 'Open the console',
    invitationClosing: 'The link signs you in, so please do not pass this mail on.',
    passkeysSubject: 'Your passkeys were changed',
    passkeysLead: 'A passkey of yours was made, deleted or locked just now.',
    passkeysLabel: 'Your passkeys',
    noPasskeys: 'none',
    openConsole: 'Open the console',
    passkeysClosing:
      'If it was not you, ask an owner of your races at once to reset your passkeys: that also signs everybody out who uses them.',
  },

  transferred: {
    subject: (what: string): string => `Passed on: ${what}`,
    lead: (what: string, to: string | undefined): string =>
      `The spot in ${what} that you offered to ${to ?? 'somebody'} was taken, and you are no longer registered.`,
    noMoney: 'No money is paid back by the race: the entry fee goes with the spot.',
    closing: 'If it was not you who offered it, please tell the organiser. We hope to see you another time.',
  },
};

/** The sentences of the mails in one language. A file `<tag>.ts` in this folder has those of another one. */
export type LetterTexts = typeof en;

/** Of all languages. A new file of this folder enters itself here. */
export const letterTexts: readonly LetterTexts[] = [en];
