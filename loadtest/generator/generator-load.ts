import type { Engine } from '../http/engine';
import { Histogram } from '../report/histogram';
import type { Agenda } from './agenda';
import type { GeneratorLoad } from './results';

/** Seconds in a row over which the CPU share of a generator is measured. */
const windowSeconds = 5;

/** Watches the generator's own process while it runs: an overloaded generator cannot measure a system. */
export const watchGeneratorLoad = (agenda: Agenda, engine: Engine) => {
  const began = { cpu: process.cpuUsage(), at: performance.now() };
  const samples: { readonly cpu: number; readonly at: number }[] = [{ cpu: 0, at: began.at }];
  const departures = new Histogram();
  let busiest = 0;
  let memory = process.memoryUsage.rss();

  const cpuSeconds = () => {
    const { user, system } = process.cpuUsage(began.cpu);
    return (user + system) / 1e6;
  };
  const look = () => {
    const now = { cpu: cpuSeconds(), at: performance.now() };
    samples.push(now);
    if (samples.length > windowSeconds + 1) samples.shift();
    const [oldest = now] = samples;
    // A run that is shorter than the window is judged as a whole, at its end.
    if (samples.length > windowSeconds)
      busiest = Math.max(busiest, ((now.cpu - oldest.cpu) * 1000) / (now.at - oldest.at));
    memory = Math.max(memory, process.memoryUsage.rss());
  };

  return {
    /** Call it once a second. */
    look,
    /** Milliseconds. */
    departedLate: (late: number) => departures.record(late * 1000),
    end: (): GeneratorLoad => {
      look();
      const cpu = cpuSeconds();
      const whole = (cpu * 1000) / Math.max(1, performance.now() - began.at);
      return {
        cpuSeconds: cpu,
        busiestShare: Math.max(busiest, whole),
        lateness: agenda.lateness.toString(),
        departureLateness: departures.toString(),
        maxMemoryMb: Math.round(memory / 2 ** 20),
        bytesSent: engine.traffic.sent,
        bytesReceived: engine.traffic.received,
        connections: engine.traffic.connections,
      };
    },
  };
};
