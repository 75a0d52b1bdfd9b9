/** What a director hands out at the desk: lines of one registration. */
export interface HandOutCommand {
  readonly registrationId: string;
  readonly positions: readonly number[];
  /** Why what was handed out is taken back. Absent: it is handed out. */
  readonly undo?: string | undefined;
  readonly isDryRun: boolean;
}

/** `no-such-line`: also when it is no item. `returned`: its money and its unit are given back, or went to somebody else with the spot. */
export type NotHandedOut = 'no-such-line' | 'short' | 'returned';

/** `changed`: the lines that were not so before. Those that were keep the instant at which they were handed out. */
export type HandedOut =
  | { readonly kind: 'handed-out'; readonly changed: readonly number[] }
  | {
      readonly kind: 'refused';
      readonly faults: readonly { readonly position: number; readonly why: NotHandedOut }[];
    }
  | { readonly kind: 'not-found' };

/** All of the lines or none. Safe to send again. In a dry run nothing is changed. */
export type HandOut = (command: HandOutCommand) => Promise<HandedOut>;

/** A line as it is written, under the lock of its registration. */
export interface LineAtDesk {
  readonly position: number;
  readonly kind: string;
  readonly state: 'given' | 'short' | 'over' | 'returned' | 'moved';
  readonly isHandedOut: boolean;
}

/** Only what was given is handed out. What was not given was not charged, either. */
export const ruleHandOut = (lines: readonly LineAtDesk[], { positions, undo }: HandOutCommand): HandedOut => {
  const asked = [...new Set(positions)].map((position) => ({
    position,
    line: lines.find((one) => one.position === position),
  }));
  const faults = asked.flatMap(({ position, line }) => {
    const why = faultOf(line);
    return why ? [{ position, why }] : [];
  });
  if (faults.length > 0) return { kind: 'refused', faults };
  const isWanted = undo === undefined;
  const changed = asked.flatMap(({ position, line }) => (line?.isHandedOut === isWanted ? [] : [position]));
  return { kind: 'handed-out', changed };
};

const faultOf = (line: LineAtDesk | undefined): NotHandedOut | undefined => {
  if (line?.kind !== 'item') return 'no-such-line';
  if (line.state === 'given') return undefined;
  return line.state === 'short' ? 'short' : 'returned';
};
