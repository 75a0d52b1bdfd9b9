import type { Failure } from '../http/ask';
import type { CheckedIn, DeskPerson, NotKept, Scan } from './desk-list';

/** What became of a scan, as the server says it. */
export interface Judged {
  readonly id: string;
  readonly registrationId: string;
  readonly verdict: 'in' | 'undone' | 'twice' | 'void' | 'forged' | 'replaced' | NotKept;
  readonly by?: CheckedIn;
}

export interface ListAnswer {
  readonly deskList: {
    readonly seq: number;
    readonly givesBibs: boolean;
    readonly opensOn?: string;
    readonly people: readonly DeskPerson[];
    readonly next?: string;
    readonly more?: true;
    readonly keys: readonly string[];
    readonly by?: string;
  };
}

export interface DeskState {
  /** Undefined: they are being read. */
  readonly people?: ReadonlyMap<string, DeskPerson>;
  readonly keys: readonly string[];
  readonly givesBibs: boolean;
  /** The day from which on people are checked in here. Undefined: they are. */
  readonly opensOn?: string;
  /** Scans that the server does not have yet. */
  readonly waiting: number;
  /** Scans that the server did not keep. Somebody has to know of each: their bibs may be handed out. */
  readonly refused: readonly Scan[];
  /** Since when, in milliseconds since the epoch, the server was last heard. */
  readonly heardAt?: number;
  /** Why it is not heard now. */
  readonly failure?: Failure;
  /** The last answers to scans of this desk, by registration. */
  readonly judged: ReadonlyMap<string, Judged>;
  /** Whether the list is in the storage of this browser, for when the page is opened without a network. */
  readonly isKept: boolean;
}

export const nothing: DeskState = {
  keys: [],
  givesBibs: false,
  waiting: 0,
  refused: [],
  judged: new Map(),
  isKept: false,
};
