import type { GeneratorLoad } from '../generator/results';
import type { Usage } from '../target/process-usage';
import type { Cost } from './test-report';

/** The component that a process of the local system belongs to, by the start of its name. */
const components: readonly (readonly [string, string])[] = [
  ['gateway', 'gateway and API functions'],
  ['sources', 'queue and schedule functions'],
  ['postgres-standby', 'PostgreSQL standby'],
  ['postgres', 'PostgreSQL'],
  ['memcached', 'memcached'],
  ['queues', 'queues'],
  ['mail', 'mail'],
  ['inbox', 'inbox'],
  ['status', 'status page'],
  ['processor', 'payment processor'],
];

const componentOf = (process: string): string =>
  components.find(([beginning]) => process.startsWith(beginning))?.[1] ?? 'everything else';

type Snapshot = ReadonlyMap<string, Usage>;

/** What the run cost each component, the most expensive first. A process that was restarted counts from its restart. */
export const costsOf = (
  before: Snapshot,
  after: Snapshot,
  generatorLoad: GeneratorLoad,
  registrations: number,
): readonly Cost[] => {
  const sums = new Map<string, { cpuSeconds: number; bytes: number | undefined }>();
  for (const [name, late] of after) {
    const early = before.get(name);
    const since = early && early.cpuSeconds <= late.cpuSeconds ? early : { cpuSeconds: 0, bytes: 0 };
    const bytes = late.bytes === undefined ? undefined : Math.max(0, late.bytes - (since.bytes ?? 0));
    const component = componentOf(name);
    const sum = sums.get(component) ?? { cpuSeconds: 0, bytes: 0 };
    sums.set(component, {
      cpuSeconds: sum.cpuSeconds + late.cpuSeconds - since.cpuSeconds,
      bytes: bytes === undefined || sum.bytes === undefined ? undefined : sum.bytes + bytes,
    });
  }
  sums.set('load generator', {
    cpuSeconds: generatorLoad.cpuSeconds,
    bytes: generatorLoad.bytesSent + generatorLoad.bytesReceived,
  });
  return Array.from(sums, ([component, { cpuSeconds, bytes }]) => ({
    component,
    cpuSeconds,
    ...(registrations > 0 && { cpuMsPerRegistration: (cpuSeconds * 1000) / registrations }),
    ...(bytes !== undefined && { bytes }),
  })).sort((a, b) => b.cpuSeconds - a.cpuSeconds);
};
