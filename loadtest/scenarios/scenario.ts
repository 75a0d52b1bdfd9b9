import type { ScenarioKind } from '../report/test-report';

/** How the runners of a registration behave. */
export interface Habits {
  /** Whether the browser loads the page with its files, or only what the page's script asks for. */
  readonly loadsPage: boolean;
  /** Probability, at each form, of leaving. */
  readonly abandons: number;
  /** Probability of taking a place on the waiting list when everything is sold out. */
  readonly joinsWaitingList: number;
}

/** Asks for nothing but a registration, and stays until it is decided. */
export const steadfast: Habits = { loadsPage: false, abandons: 0, joinsWaitingList: 0 };

/** One thing a visitor looks at. */
export interface View {
  /** Name of the step in the figures. */
  readonly name: string;
  /** Path on the site. `:race` is the race's id, `:n` a random number below `variety`, drawn for each view. */
  readonly path: string;
  readonly variety?: number;
  /** A page with its files, as a browser loads it. Default: one answer of the API. */
  readonly isPage?: true;
  /** Whether the visitor reads for a while before the next view. */
  readonly isRead?: true;
}

interface About {
  readonly kind: ScenarioKind;
  readonly what: string;
  /** Why it cannot run yet. */
  readonly open?: string;
}

/** Each visitor looks at all views in order. */
export interface Looks {
  readonly does: 'look';
  readonly views: readonly View[];
  /** How often each visitor looks at all views; default: once. */
  readonly rounds?: number;
  /** Whether the visitor first holds a spot, so that every request carries their session. */
  readonly signsIn?: true;
}

/** Each reader leafs through the results of a race, and looks for a runner while they type; then again. */
export interface ReadsResults {
  readonly does: 'read-results';
  readonly rounds: number;
  /** How many pages a reader looks at. */
  readonly pages: number;
  /** How many letters of the name they type. */
  readonly letters: number;
}

/** What a crowd does: it registers, or it looks at things. */
export type Scenario = About & ({ readonly does: 'register'; readonly habits: Habits } | Looks | ReadsResults);
