/** What one member of the staff or an operator did. */
export interface Entry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly by?: string;
  readonly raceId?: string;
  /** What was ordered and what came of it have the same. */
  readonly commandId?: string;
  readonly event?: string;
  readonly registrationId?: string;
  readonly item?: string;
  readonly staff?: string;
  readonly detail: unknown;
}

/** An order is left out where what came of it is listed: they are one act. */
const withoutOrders = (entries: readonly Entry[]): readonly Entry[] => {
  const acts = new Set(entries.flatMap(({ action, commandId }) => (action === 'command' ? [] : [commandId])));
  return entries.filter(({ action, commandId }) => action !== 'command' || !commandId || !acts.has(commandId));
};

export interface Row extends Entry {
  /** How often it was done in a row. */
  readonly times: number;
}

/** A draft is saved each time that a field is left. What else was done would be lost among that, so the last of each row stands for all. */
const folded = (entries: readonly Entry[]): readonly Row[] => {
  const rows: Row[] = [];
  for (const entry of entries) {
    const newer = rows.at(-1);
    const isAgain =
      entry.action === 'draft-saved' &&
      newer?.action === entry.action &&
      newer.by === entry.by &&
      newer.raceId === entry.raceId;
    if (isAgain) rows[rows.length - 1] = { ...newer, times: newer.times + 1 };
    else rows.push({ ...entry, times: 1 });
  }
  return rows;
};

/** As they are listed, the newest first. */
export const rowsOf = (entries: readonly Entry[]): readonly Row[] => folded(withoutOrders(entries));
