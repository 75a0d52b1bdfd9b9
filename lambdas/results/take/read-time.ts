/** `1:23:45`, `83:45`, `1:23:45.6`, `0:59:59,123` */
export const timePattern = /^(?:(\d{1,2}):([0-5]?\d)|(\d{1,2})):([0-5]\d)(?:[.,](\d{1,3}))?$/;

/** In milliseconds. Undefined: it is no time, or it is not clear whether it means hours and minutes or minutes and seconds. */
export const readTime = (text: string): number | undefined => {
  const found = timePattern.exec(text.trim());
  if (!found) return undefined;
  const [, hours = '0', minutes, minutesAlone, seconds, fraction = ''] = found;
  return (
    (Number(hours) * 3600 + Number(minutes ?? minutesAlone) * 60 + Number(seconds)) * 1000 +
    Number(fraction.padEnd(3, '0'))
  );
};
