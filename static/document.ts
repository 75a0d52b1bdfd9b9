import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';

/** From `src/texts/en/document.ts`, and of each language. */
export interface DocumentTexts {
  readonly documentDescription: string;
  readonly documentNeedsScript: string;
}

interface DocumentParts {
  readonly title: string;
  /** What search engines are told, as the name of a `meta` element and its content. */
  readonly about: readonly [name: string, content: string];
  /** That the page needs a script, by language. */
  readonly needsScript: readonly (readonly [language: string, text: string])[];
  /** Addresses. The browser loads the scripts to preload in parallel. */
  readonly script: string;
  readonly preload: readonly string[];
  readonly style: string;
}

/**
 * The document of the page or of the console, from the template that both share. The icon is in it: it has 266 bytes, and a request of
 * every visitor costs more.
 */
export const writeDocument = async (source: string, parts: DocumentParts): Promise<string> => {
  const { title, about, needsScript, preload, ...addresses } = parts;
  const icon = `data:image/svg+xml,${encodeURIComponent((await readFile(resolve(source, 'icon.svg'), 'utf8')).trim())}`;
  const values = { icon, title, aboutName: about[0], about: about[1], ...addresses };
  return (await readFile(resolve(source, 'index.html'), 'utf8'))
    .replace(/^.*\{\{preload\}\}.*\n/m, (line) => preload.map((path) => line.replace('{{preload}}', path)).join(''))
    .replace(/^.*\{\{needsScript\}\}.*\n/m, (line) =>
      needsScript
        .map(([language, text]) =>
          line.replace('{{language}}', escaped(language)).replace('{{needsScript}}', () => escaped(text)),
        )
        .join(''),
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: keyof typeof values) => escaped(values[name]));
};

/**
 * The texts of the page's document, English first. It is one file for all readers, and nothing in it can choose a language:
 * so it is described in English, and says in every language that it needs a script.
 */
export const documentTexts = async (
  source: string,
  languages: Readonly<Record<string, string>>,
): Promise<readonly (readonly [language: string, texts: DocumentTexts])[]> => {
  const english = (await valuesOf(resolve(source, 'src/texts/en/document.ts'))) as DocumentTexts;
  const others = Object.entries(languages).map(async ([tag, file]) => {
    const { texts } = (await valuesOf(file)) as { readonly texts: DocumentTexts };
    return [tag, texts] as const;
  });
  return [['en', english], ...(await Promise.all(others))];
};

/** What a module of texts exports. */
export const valuesOf = async (file: string): Promise<unknown> => {
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
