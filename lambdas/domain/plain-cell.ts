/**
 * Where a spreadsheet would begin to read a formula: at the beginning of a cell, also after spaces. Full-width forms count as well.
 * In many countries spreadsheets expect semicolons between the cells of a CSV file. To them a cell that stands in quotation marks
 * between commas has no marks, so it ends at each semicolon, tab and end of line in it, and what follows is a cell of its own.
 */
const formula = /^(?=\s*[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/gu;

/** The text of a cell of a CSV file, with an apostrophe before each formula, so that it is shown and never evaluated. */
export const plainCell = (text: string): string => text.replace(formula, "'");
