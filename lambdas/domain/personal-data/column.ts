/** A column of the database with data about people. */
export interface PersonalColumn {
  readonly table: string;
  readonly column: string;
  /** Whose data it is, and which data. */
  readonly holds: string;
  /** The purpose that it is kept for. */
  readonly why: string;
  /** When the purpose is over. */
  readonly until: string;
  readonly erase: Erasure;
}

/**
 * `null`: the column is set to NULL. `replace`: it is set to a value of the same shape that says nothing about a
 * person. `delete`: the row is deleted. `keep`: it stays, because a law or a promise requires it; `why` says which.
 */
export type Erasure = 'null' | 'replace' | 'delete' | 'keep';

/** When several purposes are over. */
export const raceIsOver = 'the race is over and nobody can change a registration any more';
export const claimsAreOver = 'claims for the money are barred by law (in Germany ten years)';
