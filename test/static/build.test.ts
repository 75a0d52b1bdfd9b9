import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { deskWorker } from '../../lib/edge';
import { type BuiltPage, type BuiltSite, buildSite } from '../../static/build';
import { addConsole, type BuiltConsole } from '../../static/build-console';

const icon = encodeURIComponent(readFileSync('static/icon.svg', 'utf8').trim());
const outDir = mkdtempSync(join(tmpdir(), 'startline-site-'));
let site: BuiltPage;
let both: BuiltSite;
let previewModules: BuiltConsole['previewModules'];
beforeAll(async () => {
  site = await buildSite({ outDir, minify: true });
  ({ previewModules, ...both } = await addConsole({ outDir, minify: true }));
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(outDir, path), 'utf8');

/** The one script of this name, and every script that it imports beside what the document names. */
const scriptsOf = (name: string): readonly string[] => {
  const scripts = site.assets.filter((path) => path.startsWith(`assets/${name}-`) && path.endsWith('.js'));
  expect(scripts).toHaveLength(1);
  // The list grows while it is read: an imported script may import others.
  for (const script of scripts) {
    for (const [, from, bare] of read(script).matchAll(/\bfrom ?"\/([^"]+)"|\bimport ?"\/([^"]+)"/g)) {
      const path = from ?? bare ?? '';
      if (path !== site.files.main && !scripts.includes(path)) scripts.push(path);
    }
  }
  return scripts;
};

/** Bytes as they travel. */
const travelling = (scripts: readonly string[]) =>
  scripts.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0);

test('every file is there, and what may be cached for ever carries its hash', () => {
  for (const path of Object.values(site.files)) expect(existsSync(join(outDir, path))).toBe(true);
  expect(site.files.main).toMatch(/^assets\/chunk-[A-Z0-9]{8}\.js$/);
  expect(JSON.parse(read('manifest.json'))).toEqual(both);
  expect(both.assets).toEqual(expect.arrayContaining([...site.assets]));
});

test('the page names its hashed files and nothing inline but the icon, as its security policy demands', () => {
  const html = read('index.html');
  for (const name of ['main', 'page']) expect(html).toContain(`"/${site.files[name]}"`);
  expect(html).toContain(`<link rel="icon" href="data:image/svg+xml,${icon}" type="image/svg+xml" />`);
  expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=|\{\{/);
});

test('the document says its texts, which are English where nothing else can be chosen', () => {
  const html = read('index.html');
  expect(html).toMatch(/<meta name="description" content="Register for races [^"{]+"/);
  expect(html).toMatch(
    /<noscript>\s*<p class="no-script" lang="en">Registering needs JavaScript[^<{]+<\/p>\s*<\/noscript>/,
  );
});

test('no script calls a method that the oldest browsers of the build lack', () => {
  const lacking = /\.to(?:Sorted|Reversed|Spliced)\(/;
  expect(both.assets.filter((path) => path.endsWith('.js') && lacking.test(read(path)))).toEqual([]);
});

test('what the rush needs of the scripts stays within 40 KB as it travels, in one file named in the document', () => {
  expect(Object.keys(site.files).filter((name) => name.startsWith('shared'))).toEqual([]);
  expect(read('index.html').match(/"\/[^"]+\.js"/g)).toEqual(Array(2).fill(`"/${site.files.main}"`));
  expect(read(site.files.main ?? '')).not.toMatch(/\bfrom ?"\/|\bimport ?"\//);
  expect(travelling([site.files.main ?? ''])).toBeLessThan(40 * 1024);
});

test('the pay step is one script of at most 6 KB as it travels, before the processor’s own', () => {
  const scripts = scriptsOf('pay-pages');
  // Everything else it needs is there already.
  expect(scripts).toHaveLength(1);
  expect(travelling(scripts)).toBeLessThan(6 * 1024);
});

test('the form of a race has at most 15 KB as it travels, and a race without one does not load it', () => {
  expect(travelling(scriptsOf('form-pages'))).toBeLessThan(15 * 1024);
  expect(read(site.files.main ?? '')).not.toContain('private-');
});

test.each([
  ['check', 6],
  ['sign', 8],
  ['team', 8],
])('the step %s is one script of at most %d KB as it travels, beside what the form of the race loads', (step, most) => {
  const form = scriptsOf('form-pages');
  const own = scriptsOf(`${step}-pages`).filter((path) => !form.includes(path));
  expect(own).toHaveLength(1);
  expect(travelling(own)).toBeLessThan(most * 1024);
});

test('the extras are a script of at most 5 KB as it travels, beside what the form of the race loads', () => {
  const form = scriptsOf('form-pages');
  expect(travelling(scriptsOf('extras-pages').filter((path) => !form.includes(path)))).toBeLessThan(5 * 1024);
});

test('results are a script of at most 12 KB as it travels, and the rush loads nothing of it', () => {
  expect(travelling(scriptsOf('results-pages'))).toBeLessThan(12 * 1024);
  expect(read(site.files.main ?? '')).not.toContain('result-table');
});

test('the live page is a script of at most 9 KB as it travels, and the rush loads nothing of it', () => {
  expect(travelling(scriptsOf('feed-pages'))).toBeLessThan(9 * 1024);
  expect(read(site.files.main ?? '')).not.toContain('feed-lines');
});

test('the line is a script of at most 8 KB as it travels, the check of a draw another, and the rush loads nothing of them', () => {
  const line = scriptsOf('line-pages');
  expect(travelling(line)).toBeLessThan(8 * 1024);
  expect(travelling(scriptsOf('draw-pages').filter((path) => !line.includes(path)))).toBeLessThan(8 * 1024);
  // The curve of the beacon's signatures comes last, and for that page alone.
  expect(travelling(scriptsOf('signature'))).toBeLessThan(32 * 1024);
  expect(read(site.files.main ?? '')).not.toMatch(/line-box|startline-draw|BLS12381/);
});

test('no field of a card is in what is deployed: the processor’s frame has them', () => {
  const fields = /cc-number|cc-csc|cc-exp|card\[number\]/;
  expect(site.assets.filter((path) => fields.test(read(path)))).toEqual([]);
  expect(readFileSync('local/processor/element/card-fields.tsx', 'utf8')).toMatch(fields);
});

test('nothing of the console is in a file of the page, and the console has files of its own', () => {
  const shared = site.modules.filter((module) => /static\/console|simplewebauthn/.test(module));
  expect([site.modules.length > 100, shared]).toEqual([true, []]);
  for (const name of ['console', 'console-style']) expect(site.assets).not.toContain(both.files[name]);
  const document = read('console.html');
  for (const name of ['console', 'console-style']) expect(document).toContain(`"/${both.files[name]}"`);
  expect(document).toContain(`href="data:image/svg+xml,${icon}"`);
  expect(document).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=|\{\{/);
});

test('the first view of the console is at most 60 KB of script as it travels', () => {
  const script = gzipSync(read(both.files.console ?? ''), { level: 9 });
  const chunks = [...read(both.files.console ?? '').matchAll(/from"\/([^"]+)"/g)].map(([, path]) => path ?? '');
  const bytes = chunks.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, script.length);
  expect(bytes).toBeLessThan(60 * 1024);
});

test('a preview is made of the runners’ own pages, and has nothing that could send a request or charge a card', () => {
  const [script, ...others] = both.assets.filter((path) => /^assets\/preview-[A-Z0-9]{8}\.js$/.test(path));
  expect(others).toEqual([]);
  for (const own of ['race/race-page', 'registration/register-page', 'entry/form-filling', 'sign/sign-step'])
    expect(previewModules).toContain(`static/src/${own}.tsx`);
  const senders = /src\/(http\/request|page\/services|processor\/|sessions)|console\/(http|sign-in)\//;
  expect(previewModules.filter((module) => senders.test(module))).toEqual([]);
  expect(read(script ?? '')).not.toMatch(
    /\bfetch\(|XMLHttpRequest|sendBeacon|WebSocket|EventSource|\b(?:local|session)Storage\s*[.[]/,
  );
  const naming = both.assets.filter((path) => path.endsWith('.js') && read(path).includes(`/${script}`));
  expect(naming).toHaveLength(1);
});

test('the worker of the check-in screen keeps the console’s document and the scripts of that screen, and nothing else', () => {
  expect(`/${both.files['check-in-worker']}`).toBe(deskWorker);
  const worker = read(both.files['check-in-worker'] ?? '');
  const kept = [...worker.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  for (const name of ['console', 'console-style']) expect(kept).toContain(both.files[name]);
  expect(kept.filter((path) => !both.assets.includes(path))).toEqual([]);
  // It refuses to be installed beside a document that names others.
  const named = [...read('console.html').matchAll(/"\/(assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  expect(named.filter((path) => !kept.includes(path))).toEqual([]);
  const screens = (path: string) => both.assets.filter((asset) => asset.startsWith(`assets/console-${path}-`));
  for (const own of ['check-in-screen', 'offline-desk'])
    expect(kept).toEqual(expect.arrayContaining([...screens(own)]));
  // Of a screen that it does not need, it keeps nothing.
  expect(screens('sales-screen')).toHaveLength(1);
  expect(kept).not.toContain(screens('sales-screen')[0]);
  // What those scripts import is kept as well, or nothing would open.
  const imported = kept
    .filter((path) => path.endsWith('.js') && path !== both.files.console)
    .flatMap((path) => [...read(path).matchAll(/(?:\bfrom ?|\bimport ?\(?)"\/([^"]+)"/g)].map(([, of]) => of ?? ''));
  expect(imported.filter((path) => !kept.includes(path))).toEqual([]);
});

test('the same sources give the same names', async () => {
  expect((await buildSite({ outDir, minify: true })).files).toEqual(site.files);
  expect((await addConsole({ outDir, minify: true })).files).toEqual(both.files);
});
