import { setTimeout as pause } from 'node:timers/promises';
import { type Spread, spreadOf } from '../percentiles';
import { type Server, startServer } from '../servers';
import { type ConfigurationEndpoint, configurationEndpoint } from './configuration-endpoint';
import { type Phase, phases, SteadyLoad } from './steady-load';

export const faults = ['kill -9', 'SIGSTOP', 'flush_all', 'replace'] as const;
export type Fault = (typeof faults)[number];

export interface Struck {
  readonly fault: Fault;
  /** Which of the three nodes. */
  readonly node: number;
  readonly latencies: Readonly<Record<Exclude<Phase, 'warming'>, Spread>>;
  readonly wrong: number;
  readonly old: number;
  readonly failed: number;
  /** Milliseconds from the end of the fault to the last request that memcached failed; 0 when none failed. */
  readonly recoveryMs: number;
  readonly loads: number;
}

export interface Lengths {
  /** Milliseconds before the fault, and again after it. */
  readonly calmMs: number;
  readonly faultMs: number;
}

interface Cluster {
  nodes: readonly Server[];
  readonly endpoint: ConfigurationEndpoint;
}

/** A fault of one node of a cluster. When the promise resolves, the fault is over and the recovery time begins. */
type Strike = (cluster: Cluster, node: Server, ms: number) => Promise<void>;

const replace = (cluster: Cluster, node: Server, by: Server): void => {
  cluster.nodes = cluster.nodes.map((one) => (one === node ? by : one));
};

const strikes: Readonly<Record<Fault, Strike>> = {
  'kill -9': async (cluster, node, ms) => {
    await node.kill();
    await pause(ms);
    replace(cluster, node, await startServer(node.port));
  },
  SIGSTOP: async (_, node, ms) => {
    node.freeze();
    await pause(ms);
    node.thaw();
  },
  flush_all: async (_, node) => {
    await node.say('flush_all');
  },
  replace: async (cluster, node) => {
    replace(cluster, node, await startServer());
    cluster.endpoint.name(cluster.nodes.map(({ port }) => port));
    await node.kill();
  },
};

const startCluster = async (): Promise<Cluster> => {
  const nodes = await Promise.all([startServer(), startServer(), startServer()]);
  return { nodes, endpoint: await configurationEndpoint(nodes.map(({ port }) => port)) };
};

/** Applies one fault to one node of three, under a steady load, on a cluster of its own. */
export const strike = async (fault: Fault, node: number, { calmMs, faultMs }: Lengths): Promise<Struck> => {
  const cluster = await startCluster();
  const load = new SteadyLoad(cluster.endpoint.url);
  const running = load.run();
  try {
    await load.warmUp();
    load.phase = 'before';
    await pause(calmMs);
    load.phase = 'during';
    const victim = cluster.nodes[node];
    if (!victim) throw new Error(`there is no node ${node}`);
    const over = strikes[fault](cluster, victim, faultMs).then(() => performance.now());
    const [overAt] = await Promise.all([over, pause(faultMs)]);
    load.phase = 'after';
    await pause(calmMs);
    load.stop();
    await running;
    const seen = phases.map((phase) => load.seen[phase]);
    return {
      fault,
      node,
      latencies: {
        before: spreadOf(load.seen.before.latencies),
        during: spreadOf(load.seen.during.latencies),
        after: spreadOf(load.seen.after.latencies),
      },
      wrong: seen.reduce((sum, { wrong }) => sum + wrong, 0),
      old: seen.reduce((sum, { old }) => sum + old, 0),
      // Leaves out the failures of the cold start, before the fault.
      failed: seen.slice(1).reduce((sum, { failed }) => sum + failed, 0),
      recoveryMs: Math.max(0, load.lastFailure - overAt),
      loads: load.loads,
    };
  } finally {
    load.stop();
    cluster.endpoint.close();
    for (const server of cluster.nodes) await server.kill();
  }
};
