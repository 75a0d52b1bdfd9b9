import type { Cell } from '../csv';

/** The small files of a workbook with one sheet: https://ecma-international.org/publications-and-standards/standards/ecma-376/ */
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export const sheetFile = 'xl/worksheets/sheet1.xml';
export const workbookFiles = [
  {
    name: '[Content_Types].xml',
    text: `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/${sheetFile}" ContentType="${types}.worksheet+xml"/></Types>`,
  },
  {
    name: '_rels/.rels',
    text: `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    text: `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
] as const;

export const sheetBegin = `${xml}<worksheet xmlns="${main}"><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';

/** A spreadsheet shows a text as it is, and never takes it for a formula. A control character may not stand in XML. */
const textCell = (text: string): string => {
  const plain = text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  return `<c t="inlineStr"><is><t xml:space="preserve">${plain}</t></is></c>`;
};

const cell = (value: Cell): string =>
  value === undefined ? '<c/>' : typeof value === 'number' ? `<c><v>${value}</v></c>` : textCell(value);

export const sheetRow = (cells: readonly Cell[]): string => `<row>${cells.map(cell).join('')}</row>`;
