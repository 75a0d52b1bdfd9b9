/** What a runner sees of their bib. */
export interface OwnBib {
  readonly raceId: string;
  /** Undefined: they have none yet. */
  readonly number?: number;
  /** Where it is false, the number of the spot is the bib. */
  readonly raceGivesBibs: boolean;
  readonly isCheckedIn: boolean;
  /** They said after they registered that they want no name in results. */
  readonly isNameWithheld: boolean;
  /** Of their check-in code. */
  readonly codeVersion: number;
}

/** Whose registration a request shows that it is. */
export type Proven =
  | { readonly by: 'link'; readonly version: number }
  | { readonly by: 'hold'; readonly sessionHash: string };

export interface OwnBibs {
  /** Undefined: there is no such registration with a spot. */
  find(registrationId: string, proven: Proven): Promise<OwnBib | 'not-yours' | undefined>;
}
