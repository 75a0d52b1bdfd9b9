import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { functionNames } from '../../lambdas/contract/functions';
import { bundling, entryPointsOf } from '../../lib/bundling';

/** The child processes of the supervisor: name → source file. */
export const children = {
  prepare: 'local/prepare/main.ts',
  gateway: 'local/gateway/main.ts',
  status: 'local/status/main.ts',
  secrets: 'local/services/secrets/main.ts',
  inbox: 'local/services/inbox/main.ts',
  queues: 'local/queues/main.ts',
  sources: 'local/sources/main.ts',
  mail: 'local/mail/main.ts',
  processor: 'local/processor/main.ts',
  objects: 'local/objects/main.ts',
  beacon: 'local/beacon/main.ts',
  'edge-store': 'local/edge-store/main.ts',
  commentator: 'local/commentator/main.ts',
  'demo-people': 'local/demo-people/main.ts',
} as const;

export type ChildName = keyof typeof children;

const fingerprint = (file: string): string => {
  if (!existsSync(file)) return '';
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs}:${size}`;
};

/** Builds unless the options and all input files are unchanged. */
const buildIfChanged = async (repository: string, outdir: string, options: BuildOptions): Promise<void> => {
  const manifest = join(outdir, 'inputs.json');
  const wanted = createHash('sha256').update(JSON.stringify(options)).digest('hex');
  if (existsSync(manifest)) {
    const last: { options: string; inputs: Record<string, string> } = JSON.parse(readFileSync(manifest, 'utf8'));
    const isSame = ([file, mark]: [string, string]) => fingerprint(join(repository, file)) === mark;
    if (last.options === wanted && Object.entries(last.inputs).every(isSame)) return;
  }
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    ...options,
    outdir,
    absWorkingDir: repository,
    metafile: true,
    logLevel: 'silent',
  });
  const inputs = Object.fromEntries(
    Object.keys(metafile.inputs).map((file) => [file, fingerprint(join(repository, file))]),
  );
  writeFileSync(manifest, JSON.stringify({ options: wanted, inputs }));
};

/** Bundles every function as it is deployed: `<outdir>/<function>/index.mjs`. */
export const buildFunctions = (repository: string, outdir: string): Promise<void> =>
  buildIfChanged(repository, outdir, {
    ...bundling,
    entryPoints: entryPointsOf('lambdas/functions', functionNames),
  });

/** Bundles our own processes: compiling them at each start would take a second on both cores. */
export const buildChildren = async (repository: string, outdir: string): Promise<void> => {
  await buildIfChanged(repository, outdir, {
    // The load test's pages are not a process: the status page imports them at the first request.
    entryPoints: { ...children, 'exit-with-parent': 'local/exit-with-parent.ts', 'load-pages': 'loadtest/ui/mount.ts' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    outExtension: { '.js': '.mjs' },
  });
  const modules = join(outdir, 'node_modules');
  mkdirSync(outdir, { recursive: true });
  if (!existsSync(modules)) {
    rmSync(modules, { force: true });
    symlinkSync(join(repository, 'node_modules'), modules);
  }
};
