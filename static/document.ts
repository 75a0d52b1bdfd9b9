import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';

/** From `src/texts/en/document.ts`, and of each language. */
interface DocumentTexts {
  readonly documentDescription: string;
  readonly documentNeedsScript: string;
}

/**
 * Puts the texts into the document. It is one file for all readers, and nothing in it can choose a language: so it is
 * described in English, and says in every language that it needs a script.
 */
export const withTexts = async (
  template: string,
  source: string,
  languages: Readonly<Record<string, string>>,
): Promise<string> => {
  if (!/\{\{(description|needsScript)\}\}/.test(template)) return template;
  const english = (await valuesOf(resolve(source, 'src/texts/en/document.ts'))) as DocumentTexts;
  const others = await Promise.all(
    Object.entries(languages).map(async ([tag, file]) => {
      const { texts } = (await valuesOf(file)) as { readonly texts: DocumentTexts };
      return [tag, texts] as const;
    }),
  );
  return template
    .replace('{{description}}', () => escaped(english.documentDescription))
    .replace(/^.*\{\{needsScript\}\}.*\n/m, (line) =>
      [['en', english] as const, ...others]
        .map(([tag, { documentNeedsScript }]) =>
          line.replace('{{language}}', escaped(tag)).replace('{{needsScript}}', () => escaped(documentNeedsScript)),
        )
        .join(''),
    );
};

/** What a module of texts exports. */
const valuesOf = async (file: string): Promise<unknown> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'exported',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  return runInNewContext(`${outputFiles[0]?.text ?? ''};exported`);
};

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
