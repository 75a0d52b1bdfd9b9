import type { Bucket } from '../../platform/aws/call-s3';
import { type ZipProgress, zipBegin, zipHead, zipMore, zipTail } from '../../platform/zip';
import { csvOf } from '../csv';
import type { FileFormat, FileParts, FileSubject, RowWriter, WantedFile } from './ports';
import { sheetBegin, sheetEnd, sheetFile, sheetRow, workbookFiles } from './sheet';

type Named = Pick<WantedFile, 'id' | 'format'>;

export const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export const exportKey = ({ id, format }: Named): string => `exports/${id}.${format}`;

/** Files of participants in the bucket of files. Nobody reads them without a link that is signed for them. */
export class S3ExportFiles implements FileParts {
  readonly #files: Pick<Bucket, 'parts' | 'remove'>;

  constructor(files: Pick<Bucket, 'parts' | 'remove'>) {
    this.#files = files;
  }

  begin(file: Named & { readonly subject: FileSubject }): Promise<string> {
    return this.#files.parts.begin(exportKey(file), {
      contentType: contentTypes[file.format],
      cacheControl: 'no-store',
      contentDisposition: `attachment; filename="${file.subject}.${file.format}"`,
    });
  }

  send(file: Named, upload: string, number: number, bytes: Buffer): Promise<string> {
    return this.#files.parts.send(exportKey(file), upload, number, bytes);
  }

  finish(file: Named, upload: string, etags: readonly string[]): Promise<boolean> {
    return this.#files.parts.finish(exportKey(file), upload, etags);
  }

  giveUp(file: Named, upload: string): Promise<void> {
    return this.#files.parts.giveUp(exportKey(file), upload);
  }

  remove(file: Named): Promise<void> {
    return this.#files.remove(exportKey(file));
  }
}

/** https://www.rfc-editor.org/rfc/rfc4180. The first row has the byte order mark. */
const csv: RowWriter = {
  frame: 'RFC 4180',
  begin: (columns) => ({ bytes: Buffer.from(csvOf([columns])), state: null }),
  more: (rows, state) => ({ bytes: Buffer.from(csvOf(rows).slice(1)), state }),
  end: () => Buffer.alloc(0),
};

const xlsx: RowWriter = {
  frame: JSON.stringify([workbookFiles, sheetFile, sheetBegin, sheetEnd, String(sheetRow)]),
  begin(columns) {
    const [bytes, state] = zipMore(sheetBegin + sheetRow(columns), zipBegin);
    return { bytes: Buffer.concat([zipHead(workbookFiles, sheetFile), bytes]), state };
  },
  more(rows, state) {
    const [bytes, next] = zipMore(rows.map(sheetRow).join(''), state as ZipProgress);
    return { bytes, state: next };
  },
  end(state) {
    const [bytes, last] = zipMore(sheetEnd, state as ZipProgress);
    return Buffer.concat([bytes, zipTail(workbookFiles, sheetFile, last)]);
  },
};

export const rowWriters: Readonly<Record<FileFormat, RowWriter>> = { csv, xlsx };
