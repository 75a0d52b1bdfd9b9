import type { StaffRole } from '../domain/staff';
import type { CommandName } from './commands';

export interface Permission {
  /** The roles that may order it in the console. Empty: only somebody who may invoke the function `direct`. */
  readonly roles: readonly StaffRole[];
  /**
   * How the race of the command is found. `race`: by its field `raceId`. `new-race`: by its field `id`. `registration`, `dispute`: the
   * database knows the race of what it names. `all`: it is about all races, so the role must be for all races.
   */
  readonly about: 'race' | 'new-race' | 'registration' | 'dispute' | 'all';
  /** It changes nothing, so it needs no id and leaves no trace. */
  readonly reads?: true;
  /** It has a field `dryRun`. Other commands are tried in a transaction that is rolled back. */
  readonly triesItself?: true;
  /** A passkey must have been used within the last five minutes. */
  readonly isDangerous?: true;
  /** Its answer is shown once and never stored. */
  readonly isSecret?: true;
  /** So many does one person order in an hour, in all races. */
  readonly mostPerHour?: number;
  /** Whether the command reads thousands of people when it has these fields. A session may order that sixty times a minute. */
  readonly isLong?: (content: Readonly<Record<string, unknown>>) => boolean;
  /** The longest body over HTTP, when it is another than that of most commands. */
  readonly mostBytes?: number;
}

const directors = ['owner', 'director'] as const;
const commentators = ['owner', 'director', 'commentator'] as const;
const financiers = ['owner', 'director', 'finance'] as const;

/**
 * What is done to one person after the other. By hand, nobody orders so many in an hour. With the session of somebody, or a grudge, each of
 * them could be ordered for everybody of a race: their money given back, their name misspelt, a mail sent to them.
 */
const byHand = { mostPerHour: 300 } as const;

/** Not in the console: it has other routes for staff, which ask for a passkey, or no screen for it. */
const byOperator = { roles: [], about: 'all' } as const;
const ofForm = { roles: directors, about: 'race', triesItself: true } as const;
const ofMoney = { roles: financiers, about: 'registration', ...byHand } as const;

/**
 * A file of results. A function takes events of 6 MB, and quotation marks and ends of lines count twice in an event: a file of quoted
 * cells has 1.3 times the size.
 */
const mostImportBytes = 4.5 * 1024 * 1024;

const ofWebhooks = { roles: ['owner'], about: 'race', triesItself: true, isDangerous: true } as const;

/** Who may order each command in the console. A command without a line does not compile. */
export const permissions: Readonly<Record<CommandName, Permission>> = {
  createRace: { roles: directors, about: 'new-race' },
  beginRace: { roles: directors, about: 'new-race' },
  saveDraft: { roles: directors, about: 'race' },
  discardDraft: { roles: directors, about: 'race' },
  planRace: { roles: directors, about: 'race', reads: true },
  publishRace: { roles: directors, about: 'race' },
  unpublishRace: { roles: directors, about: 'race' },
  changeCapacity: { roles: directors, about: 'race' },
  changeSale: { roles: directors, about: 'race', triesItself: true },
  cancelRace: { roles: ['owner'], about: 'race', triesItself: true, isDangerous: true },
  jobs: { roles: financiers, about: 'race', reads: true },
  stopJob: { roles: financiers, about: 'race', triesItself: true },
  resumeJob: { roles: financiers, about: 'race', triesItself: true },
  removeFromWaitingList: { roles: directors, about: 'race', ...byHand },
  expectRunners: { roles: directors, about: 'race' },
  cancelRegistration: ofMoney,
  refundLine: { ...ofMoney, triesItself: true },
  refundTransferFee: { ...ofMoney, triesItself: true },
  disputes: { roles: financiers, about: 'race', reads: true },
  settleDispute: { roles: financiers, about: 'dispute', ...byHand },
  settleUnpaid: ofMoney,
  setSeller: { roles: financiers, about: 'all' },
  setTax: { roles: financiers, about: 'race' },
  receipts: { roles: financiers, about: 'race', reads: true },
  documents: { ...ofMoney, reads: true },
  reissueInvoice: ofMoney,
  saveForm: ofForm,
  publishForm: ofForm,
  saveDocument: ofForm,
  setStock: ofForm,
  allowPerson: ofForm,
  makeCodes: { ...ofForm, isSecret: true },
  codes: { roles: directors, about: 'race', reads: true },
  withdrawCode: ofForm,
  renameTeam: ofForm,
  closeTeam: ofForm,
  teamMembers: { roles: directors, about: 'race', reads: true },
  removeMember: ofForm,
  changeLeg: ofForm,
  returnUse: { roles: directors, about: 'registration', triesItself: true, ...byHand },
  listShort: { roles: financiers, about: 'race', reads: true },
  handOut: { roles: ['owner', 'director', 'desk'], about: 'registration', triesItself: true },
  inviteStaff: byOperator,
  signInLink: byOperator,
  resetPasskeys: byOperator,
  hideFundraiser: ofForm,
  hideDonor: { roles: directors, about: 'registration', ...byHand },
  rebuildParticipants: byOperator,
  correctRunner: { roles: ['owner', 'director', 'desk'], about: 'registration', ...byHand },
  // All later links go to the new address, so a desk may not change it.
  correctAddress: { roles: directors, about: 'registration', ...byHand },
  moveEvent: { roles: directors, about: 'registration', ...byHand },
  withdrawMove: { roles: directors, about: 'registration', ...byHand },
  resendLink: { roles: ['owner', 'director', 'finance', 'desk'], about: 'registration', ...byHand },
  saveResultSet: ofForm,
  buildStartList: ofForm,
  importResults: { ...ofForm, mostBytes: mostImportBytes },
  correctResult: ofForm,
  eraseResultName: ofForm,
  publishResults: ofForm,
  resultSets: { roles: directors, about: 'race', reads: true },
  resultVersions: { roles: directors, about: 'race', reads: true },
  bibs: { roles: directors, about: 'race', reads: true },
  saveBibRanges: ofForm,
  assignBibs: ofForm,
  // Who comes late gets a number at the desk.
  setBib: { roles: ['owner', 'director', 'desk'], about: 'registration', triesItself: true },
  swapBibs: ofForm,
  releaseBib: ofForm,
  importBibs: { ...ofForm, mostBytes: mostImportBytes },
  checkIn: { roles: ['owner', 'director', 'desk'], about: 'race' },
  deskList: {
    roles: ['owner', 'director', 'desk'],
    about: 'race',
    reads: true,
    isLong: ({ since, of }) => since === undefined && of === undefined,
  },
  // A copied code is seen at the desk.
  replaceCheckInCode: { roles: ['owner', 'director', 'desk'], about: 'registration', triesItself: true, ...byHand },
  // A person who has the key can write results.
  makeApiKey: { ...ofForm, isDangerous: true, isSecret: true },
  apiKeys: { roles: directors, about: 'race', reads: true },
  withdrawApiKey: ofForm,
  publishFeed: { roles: commentators, about: 'race', triesItself: true },
  changeFeed: ofForm,
  redactFeed: ofForm,
  feed: { roles: commentators, about: 'race', reads: true },
  setLine: ofForm,
  postponeDraw: ofForm,
  openWide: ofForm,
  line: { roles: directors, about: 'race', reads: true },
  previewAnnouncement: { roles: directors, about: 'race', reads: true },
  testAnnouncement: ofForm,
  // It writes to everybody in the name of the race.
  sendAnnouncement: { ...ofForm, isDangerous: true },
  announcements: { roles: directors, about: 'race', reads: true },
  stopAnnouncement: ofForm,
  resumeAnnouncement: ofForm,
  // They take what happens in a race, and names if they may, to another place.
  saveWebhook: { ...ofWebhooks, isSecret: true },
  changeWebhook: ofWebhooks,
  rotateWebhookSecret: { ...ofWebhooks, isSecret: true },
  testWebhook: ofWebhooks,
  replayWebhooks: ofWebhooks,
  webhooks: { roles: ['owner'], about: 'race', reads: true },
  webhookMessages: { roles: ['owner'], about: 'race', reads: true },
};

export const isCommand = (name: string): name is CommandName => Object.hasOwn(permissions, name);
