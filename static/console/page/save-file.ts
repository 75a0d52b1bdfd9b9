import { plainCell } from '../../../lambdas/domain/plain-cell';

/** Gives somebody a CSV file to save. */
export const saveFile = (name: string, csv: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};

/** A line of a CSV file. No program takes a cell for a formula. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => `"${plainCell(String(cell)).replaceAll('"', '""')}"`).join(',');
