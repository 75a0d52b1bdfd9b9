import { readFileSync, writeFileSync } from 'node:fs';
import { environmentFile, readEnvironment } from '../../lib/read-config';
import { readArguments, refuse } from '../../local/supervisor/read-arguments';
import { addCluster, cacheNames, dropCluster } from './clusters';

const usage = `npm run replace:cache -- --env <name> --cache ${cacheNames.join(' | ')} [--node-type cache.…] [--nodes <count>]
npm run replace:cache -- --env <name> --cache <the same> --finish

Replaces a memcached cluster in two deployments, and no session is lost: docs/runbook.md, "Cache resize without losing
sessions". The first form adds a cluster to the environment's file, the second removes the one that it replaced.

  --node-type  of the new cluster; else that of the old one
  --nodes      of the new cluster; else as many as the old one has`;

const replaceCache = (): string => {
  const values = readArguments(
    {
      env: { type: 'string' },
      cache: { type: 'string' },
      'node-type': { type: 'string' },
      nodes: { type: 'string' },
      finish: { type: 'boolean', default: false },
    },
    usage,
  );
  const { env } = values;
  const cache = cacheNames.find((name) => name === values.cache);
  if (env === undefined) return refuse('--env is missing; it must name a file of environments/.', usage);
  if (cache === undefined)
    return refuse(`--cache is ${values.cache ?? 'missing'}; it must be one of ${cacheNames.join(', ')}.`, usage);
  const { caches } = readEnvironment(env);
  const file = environmentFile(env);
  const before = readFileSync(file, 'utf8');
  const changed = values.finish
    ? dropCluster(caches, cache)
    : addCluster(caches, cache, {
        ...(values['node-type'] !== undefined && { nodeType: values['node-type'] }),
        ...(values.nodes !== undefined && { nodes: Number(values.nodes) }),
      });
  writeFileSync(file, `${JSON.stringify({ ...JSON.parse(before), caches: changed }, undefined, 2)}\n`);
  try {
    readEnvironment(env);
  } catch (error) {
    writeFileSync(file, before);
    throw error;
  }
  const deploy = `npm run deploy -- -c env=${env}`;
  return values.finish
    ? `${file} has one cluster of ${cache} again. Deploy it: ${deploy}.\nWait an hour before you replace another cache: by then every session that lives is in both pools.`
    : `${file} has two clusters of ${cache}; functions will use the new one. Deploy it: ${deploy}.\nThen: npm run replace:cache -- --env ${env} --cache ${cache} --finish`;
};

try {
  console.log(replaceCache());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
