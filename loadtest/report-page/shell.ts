import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { type Html, html, type Part } from './html';

interface Page {
  readonly title: string;
  readonly body: Part;
  /** Links to other pages; an exported file has none. */
  readonly ways?: readonly { readonly name: string; readonly to: string }[];
  /** The address of our own script; a report has none. */
  readonly script?: string;
}

/** The Content-Security-Policy header of a page: only our own script, and nothing from other sites. */
export const policy = (): string =>
  `default-src 'none'; style-src '${styleHash()}'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A whole page with its style inside, so that it looks the same on a server, in a mail, and on paper. */
export const page = ({ title, body, ways = [], script }: Page): string => {
  const { html: text } = html`
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${script === undefined && html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${styleHash()}'; form-action 'self'; base-uri 'none'">`}
<title>${title} · Startline</title>
${styleElement()}
${script !== undefined && html`<script type="module" src="${script}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="masthead">
<span class="wordmark"><svg class="mark" viewBox="0 0 36 24" aria-hidden="true"><path class="mark-lanes" d="M0 4h36M0 12h36M0 20h36"/><path class="mark-line" d="M14 0v24"/></svg>Startline</span>
${ways.length > 0 && html`<nav aria-label="Load tests">${ways.map(({ name, to }) => html`<a href="${to}">${name}</a>`)}</nav>`}
</header>
<main id="content" class="column">
${body}
</main>
</body>
</html>
`;
  return `<!doctype html>${text}`;
};

// Our own style, which holds no foreign text, so it is not escaped.
const styleElement = (): Html => ({ html: `<style>${pageStyle()}</style>` });

const styleHash = () => `sha256-${createHash('sha256').update(pageStyle()).digest('base64')}`;

let builtStyle: string | undefined;

/** The style of reports and of the load test's pages, with the design tokens of the registration page. */
const pageStyle = (): string => {
  builtStyle ??= buildStyle();
  return builtStyle;
};

const buildStyle = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [resolve('loadtest/report-page/page.css')],
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome105', 'firefox110', 'safari16'],
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text.trim()).join('\n');
};
