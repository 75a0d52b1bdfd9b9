import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { functionNames } from '../../lambdas/contract/functions';
import { bundling } from '../../lib/bundling';
import { livesInNetwork } from '../../lib/functions';

const folder = join(__dirname, '../../lambdas/functions');

test.each(functionNames)('the parts of %s can be named in 15 imports', (name) => {
  const imports = readFileSync(join(folder, `${name}.ts`), 'utf8').match(/^import /gm) ?? [];
  expect(imports.length).toBeGreaterThan(2);
  expect(imports.length).toBeLessThanOrEqual(15);
});

test.each(functionNames.filter((name) => !livesInNetwork(name)))(
  '%s, which can reach neither database nor cache, carries no code for them',
  async (name) => {
    const { metafile } = await build({
      ...bundling,
      entryPoints: [join(folder, `${name}.ts`)],
      write: false,
      outdir: 'out',
      metafile: true,
    });
    const carried = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    );
    expect(carried).toContain(`lambdas/functions/${name}.ts`);
    expect(
      carried.filter((file) => /platform\/(postgres|memcached|cache)\/|modules\/pg\/|lambdas\/mail\//.test(file)),
    ).toEqual([]);
  },
);
