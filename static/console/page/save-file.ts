/** Gives somebody a CSV file to save. */
export const saveFile = (name: string, csv: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
