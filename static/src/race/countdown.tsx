import { useMilestones } from '../page/milestones';
import { useNow } from '../page/use-value';
import * as t from '../texts/page';
import { inWords, secondsUntil, splitSeconds } from '../time/duration';

const announcedSeconds = [3600, 600, 300, 60, 10, 0];

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Whether registration has not opened yet; also reads the countdown aloud. Used by the component around the countdown: the
 * countdown itself is already removed when the last announcement, the opening, is read.
 */
export const useOpening = (opensAt: string | undefined): boolean => {
  const time = useNow();
  const left = opensAt === undefined ? 0 : secondsUntil(Date.parse(opensAt), time);
  useMilestones(left, announcedSeconds, (mark) => (mark === 0 ? t.openingIsOpen : t.openingOpensIn(inWords(mark))));
  return left > 0;
};

/** The time left until an instant (ISO 8601), in large figures. */
export const Countdown = ({ until, label = t.openingLabel }: { until: string; label?: string }) => {
  const left = secondsUntil(Date.parse(until), useNow());
  const { days, hours, minutes, seconds } = splitSeconds(left);
  const parts: [string, string][] = [
    ...(days > 0 ? [[String(days), days === 1 ? t.clockUnits.day : t.clockUnits.days] as [string, string]] : []),
    ...(days > 0 || hours > 0 ? [[two(hours), t.clockUnits.hours] as [string, string]] : []),
    [two(minutes), t.clockUnits.minutes],
    [two(seconds), t.clockUnits.seconds],
  ];
  return (
    <div class="countdown" role="timer" aria-label={t.timer(label, inWords(left - (left % 60) || left))}>
      {parts.map(([value, unit]) => (
        <span key={unit} class="countdown-part" aria-hidden="true">
          <b>{value}</b>
          <i>{unit}</i>
        </span>
      ))}
    </div>
  );
};
