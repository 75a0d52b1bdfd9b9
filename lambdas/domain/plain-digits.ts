/** A number as it is typed in any script, with the digits 0 to 9: keyboards for Arabic, Persian or Hindi have others. */
export const plainDigits = (text: string): string =>
  // `[^\P{Nd}0-9]` is a digit that is none of 0 to 9. Files of results have millions of those, which stay as they are.
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    // In Unicode, the digits of a script stand side by side, from zero to nine.
    let value = 0;
    for (let code = digit.codePointAt(0) as number; /\p{Nd}/u.test(String.fromCodePoint(--code)); ) value++;
    return `${value % 10}`;
  });
