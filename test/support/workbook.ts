import { deflateRawSync } from 'node:zlib';

interface Packed {
  readonly name: string;
  readonly content: string;
  readonly isStored?: boolean;
  readonly flags?: number;
}

/** A zip archive. Each file in it says that it is small. */
export const zip = (files: readonly Packed[]): Buffer => {
  const [locals, heads]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, content, isStored = false, flags = 0 } of files) {
    const [title, plain] = [Buffer.from(name), Buffer.from(content)];
    const data = isStored ? plain : deflateRawSync(plain);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(title.length, 26);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(flags, 8);
    head.writeUInt16LE(isStored ? 0 : 8, 10);
    head.writeUInt32LE(data.length, 20);
    head.writeUInt32LE(1, 24);
    head.writeUInt16LE(title.length, 28);
    head.writeUInt32LE(at, 42);
    locals.push(local, title, data);
    heads.push(head, title);
    at += 30 + title.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...heads, end]);
};

/** A workbook with this content of its first sheet. Its style 1 is a time, and 2 is a duration. */
export const book = (sheet: string) =>
  zip([
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook><sheets><sheet name="Times" sheetId="1" r:id="rId3"/><sheet r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: 'xl/sharedStrings.xml',
      content:
        '<sst><si><t>bib</t></si><si><t>Zoë &amp; Co</t></si><si><r><t>Bo</t></r><r><t xml:space="preserve"> Li</t></r><rPh><t>x</t></rPh></si><si><t/></si></sst>',
    },
    {
      name: 'xl/styles.xml',
      content:
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm:ss.000"/><numFmt numFmtId="165" formatCode="dd.mm.yyyy hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="21"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="21"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
      isStored: true,
    },
  ]);
