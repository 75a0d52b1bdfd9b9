import type { UnusableCsv } from '../../domain/read-csv';

/** Why a file is not imported, as the end of a sentence. */
export const whyUnusable = (why: UnusableCsv, maxRows: number): string => {
  switch (why.kind) {
    case 'unclosed-quote':
      return `line ${why.line} begins a cell with a quotation mark, and no quotation mark ends it.`;
    case 'no-rows':
      return 'it has no row after its first one, which must name the columns.';
    case 'too-many-rows':
      return `it has more than ${maxRows.toLocaleString('en')} rows. Import it in parts.`;
  }
};
