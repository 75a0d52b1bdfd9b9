import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuiltSite, buildSite } from '../../static/build';

const outDir = mkdtempSync(join(tmpdir(), 'startline-site-'));
let site: BuiltSite;
beforeAll(async () => {
  site = await buildSite({ outDir, minify: true });
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(outDir, path), 'utf8');

test('every file is there, and what may be cached for ever carries its hash', () => {
  for (const path of Object.values(site.files)) expect(existsSync(join(outDir, path))).toBe(true);
  expect(site.files.main).toMatch(/^assets\/main-[A-Z0-9]{8}\.js$/);
  expect(JSON.parse(read('manifest.json'))).toEqual(site);
});

test('the page names its hashed files and nothing inline, as its security policy demands', () => {
  const html = read('index.html');
  for (const name of ['main', 'shared', 'page', 'icon']) expect(html).toContain(`"/${site.files[name]}"`);
  expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=|\{\{/);
});

test('the document says its texts, which are English where nothing else can be chosen', () => {
  const html = read('index.html');
  expect(html).toMatch(/<meta name="description" content="Register for races [^"{]+"/);
  expect(html).toMatch(
    /<noscript>\s*<p class="no-script" lang="en">Registering needs JavaScript[^<{]+<\/p>\s*<\/noscript>/,
  );
});

test('what the rush needs of the scripts stays within 40 KB as it travels, in two files named in the document', () => {
  const scripts = ['main', 'shared'].map((name) => read(site.files[name] ?? ''));
  expect(Object.keys(site.files).filter((name) => name.startsWith('shared'))).toEqual(['shared']);
  expect(scripts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)).toBeLessThan(40 * 1024);
});

test('the pay step is one script of at most 6 KB as it travels, before the processor’s own', () => {
  const scripts = site.assets.filter((path) => /^assets\/pay-pages-.*\.js$/.test(path));
  expect(scripts).toHaveLength(1);
  expect(gzipSync(read(scripts[0] ?? ''), { level: 9 }).length).toBeLessThan(6 * 1024);
  // Everything else it needs is there already.
  const imports = [...read(scripts[0] ?? '').matchAll(/from"\/([^"]+)"/g)].map(([, path]) => path);
  expect(imports).toEqual([site.files.shared]);
});

test('the form of a race is one script of at most 15 KB as it travels, and a race without one does not load it', () => {
  const scripts = site.assets.filter((path) => /^assets\/form-pages-.*\.js$/.test(path));
  expect(scripts).toHaveLength(1);
  const imports = [...read(scripts[0] ?? '').matchAll(/from"\/([^"]+)"/g)].map(([, path]) => path ?? '');
  const own = [...scripts, ...imports.filter((path) => path !== site.files.shared)];
  expect(own.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0)).toBeLessThan(15 * 1024);
  expect(['main', 'shared'].filter((name) => read(site.files[name] ?? '').includes('private-'))).toEqual([]);
});

test('signing is one script of at most 8 KB as it travels, beside what the form of the race loads', () => {
  const scripts = site.assets.filter((path) => /^assets\/sign-pages-.*\.js$/.test(path));
  expect(scripts).toHaveLength(1);
  expect(gzipSync(read(scripts[0] ?? ''), { level: 9 }).length).toBeLessThan(8 * 1024);
});

test('no field of a card is in what is deployed: the processor’s frame has them', () => {
  const fields = /cc-number|cc-csc|cc-exp|card\[number\]/;
  expect(site.assets.filter((path) => fields.test(read(path)))).toEqual([]);
  expect(readFileSync('local/processor/element/card-fields.tsx', 'utf8')).toMatch(fields);
});

test('the same sources give the same names', async () => {
  expect((await buildSite({ outDir, minify: true })).files).toEqual(site.files);
});
