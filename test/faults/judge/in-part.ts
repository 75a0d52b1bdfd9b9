import type { Evidence, Row } from './evidence';

/** The rows of each payment. */
export const groupsOf = (rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.lead);
    if (group) group.push(row);
    else groups.set(row.lead, [row]);
  }
  return groups;
};

/** True unless all have the same outcome, all are in or none is, and their shares add up to what was paid. */
export const isInPart = (group: readonly Row[]): boolean => {
  const [first] = group;
  if (!first || (group.length === 1 && first.share === null)) return false;
  const shares = group.reduce((sum, { share }) => sum + (share ?? 0), 0);
  const rest = (first.amount ?? 0) - shares;
  const isWhole = first.outcome !== 'confirmed' || (rest >= 0 && rest < group.length);
  return !isWhole || group.some(({ outcome, live }) => outcome !== first.outcome || live !== first.live);
};

/** True when a companion of this client's last hold has no row. The sweep of an unpaid hold knows only the lead. */
export const lacksOne = (
  { registrationId, answers }: Evidence['clients'][number],
  rowById: ReadonlyMap<string, Row>,
): boolean => {
  const lead = rowById.get(registrationId);
  const { companions = [] } = answers.holds.at(-1) ?? {};
  if (!lead || (lead.via === 'sweep' && !answers.accepted)) return false;
  return companions.some((one) => rowById.get(one.registrationId)?.lead !== registrationId);
};
