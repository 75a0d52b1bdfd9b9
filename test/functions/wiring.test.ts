import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { functionNames } from '../../lambdas/contract/functions';
import { bundling, entryPointsOf } from '../../lib/bundling';
import { livesInNetwork } from '../../lib/functions';

const folder = join(__dirname, '../../lambdas/functions');

test.each(functionNames)('the parts of %s can be named in 15 imports', (name) => {
  const imports = readFileSync(join(folder, `${name}.ts`), 'utf8').match(/^import /gm) ?? [];
  expect(imports.length).toBeGreaterThan(2);
  expect(imports.length).toBeLessThanOrEqual(15);
});

const outside = functionNames.filter((name) => !livesInNetwork(name));

/** The source files that are in the bundle of each, by name. */
let carriedBy: Readonly<Record<string, readonly string[]>> = {};
beforeAll(async () => {
  const { metafile } = await build({
    ...bundling,
    entryPoints: entryPointsOf(folder, outside),
    write: false,
    outdir: 'out',
    metafile: true,
  });
  carriedBy = Object.fromEntries(
    Object.values(metafile.outputs).flatMap(({ entryPoint, inputs }) =>
      // A source map has none.
      entryPoint
        ? [[basename(entryPoint, '.ts'), Object.keys(inputs).filter((input) => inputs[input]?.bytesInOutput !== 0)]]
        : [],
    ),
  );
});

test.each(outside)('%s, which can reach neither database nor cache, carries no code for them', (name) => {
  const carried = carriedBy[name] ?? [];
  expect(carried).toContain(`lambdas/functions/${name}.ts`);
  expect(
    carried.filter((file) => /platform\/(postgres|memcached|cache)\/|modules\/pg\/|lambdas\/mail\//.test(file)),
  ).toEqual([]);
});
