import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { immutableCacheControl, mediaTypes, pageDocument } from '../../lib/edge';
import { siteFiles } from '../../local/gateway/site-files';
import { type BuiltSite, buildSite } from '../../static/build';

const kinds = Object.entries(mediaTypes);
const root = mkdtempSync(join(tmpdir(), 'startline-media-'));
const [source, outDir] = [join(root, 'source'), join(root, 'site')];
let site: BuiltSite;
/** What the built script says the addresses are. */
let told: Readonly<Record<string, string>>;
let css: string;
let answer: ReturnType<typeof siteFiles>;

const write = (name: string, text: string) => writeFileSync(join(source, name), text);

/** A page with three files of each kind: one that the style sheet names, one that a script imports, one by its URL. */
beforeAll(async () => {
  for (const folder of ['src/texts/en', 'style', 'media']) mkdirSync(join(source, folder), { recursive: true });
  for (const [kind] of kinds) for (const by of ['css', 'import', 'url']) write(`media/${by}${kind}`, `${by} ${kind}`);
  write('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('robots.txt', '');
  write('index.html', '{{preload}}\n{{script}} {{style}} {{icon}}');
  write('src/texts/en/document.ts', 'export const [documentDescription, documentNeedsScript] = ["", ""];');
  write('src/both.ts', 'export const both = "needed by both scripts";');
  write('src/later.ts', 'export { both } from "./both";');
  write(
    'src/main.tsx',
    [
      'import { both } from "./both";',
      ...kinds.map(([kind], n) => `import imported${n} from "../media/import${kind}";`),
      'console.log(JSON.stringify({',
      ...kinds.map(([kind], n) => `"import${kind}": imported${n},`),
      ...kinds.map(([kind]) => `"url${kind}": new URL('../media/url${kind}', import.meta.url).pathname,`),
      'both }));',
      'export const later = () => import("./later");',
    ].join('\n'),
  );
  write('style/page.css', kinds.map(([kind], n) => `.n${n} { background: url("../media/css${kind}") }`).join('\n'));
  site = await buildSite({ outDir, minify: true, source });
  // A browser takes /assets/ from its server, Node from its disk.
  const script = readFileSync(join(outDir, site.files.main ?? ''), 'utf8').replaceAll(
    /(from|import\()"\/assets/g,
    '$1".',
  );
  writeFileSync(join(outDir, 'assets/run.mjs'), script);
  const { stdout, stderr } = spawnSync(process.execPath, [join(outDir, 'assets/run.mjs')], { encoding: 'utf8' });
  if (stderr) throw new Error(stderr);
  told = JSON.parse(stdout);
  css = readFileSync(join(outDir, site.files.page ?? ''), 'utf8');
  answer = siteFiles(outDir);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const uses = ['css', 'import', 'url'] as const;
const cases = kinds.flatMap(([kind, type]) => uses.map((by) => [kind, by, type] as const));

test.each(cases)(
  'a %s file that is named by %s has its hash in its name, and is served as %s for ever',
  (kind, by, type) => {
    const path =
      by === 'css' ? new RegExp(`url\\("?(/assets/css-[^")]+\\${kind})"?\\)`).exec(css)?.[1] : told[`${by}${kind}`];
    expect(path).toMatch(new RegExp(`^/assets/${by}-[A-Z0-9]{8}\\${kind}$`));
    expect(site.assets).toContain(path?.slice(1));
    const { status, headers, body } = answer('GET', path ?? '', {}, pageDocument);
    expect({ status, body: body.toString() }).toEqual({ status: 200, body: `${by} ${kind}` });
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': immutableCacheControl });
  },
);

test('the manifest lists every file below assets/, so that no other one is called superseded', () => {
  // Three of each kind; the script, what it shares, what it loads later; the style sheet.
  expect(site.assets).toHaveLength(3 * kinds.length + 4);
});
