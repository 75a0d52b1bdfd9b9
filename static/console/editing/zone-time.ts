/** How a clock in a time zone shows an instant: `2027-03-01T10:00`, as an input of a browser has it. */
export const wallTime = (instant: string | number, zone: string): string => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const digits = '2-digit';
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    hourCycle: 'h23',
  });
  formats.set(timeZone, made);
  return made;
};

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * The instants at which a clock in the zone shows this time, with their offset: `2027-03-01T10:00:00+01:00`. None where the
 * clocks go forward over it, two where they go back over it; the earlier one first.
 */
export const instantsAt = (wall: string, zone: string): readonly string[] => {
  const asUtc = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(asUtc)) return [];
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((near) => Date.parse(`${wallTime(near, zone)}:00Z`) - near);
  const instants = [...new Set(offsets)].map((offset) => ({ at: asUtc - offset, offset }));
  return instants
    .filter(({ at }) => wallTime(at, zone) === wall)
    .sort((one, other) => one.at - other.at)
    .map(({ offset }) => `${wall}:00${offsetText(offset)}`);
};

const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / minuteMs;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};
