import pg from 'pg';
import type { Fault } from '../fault';
import type { FaultSystem } from '../system/fault-system';
import { occupy } from '../system/occupy';
import { lasts, soon } from '../system/soon';

const answers = ({ database }: FaultSystem) =>
  soon('PostgreSQL answers', 60, async () => (await database.query('SELECT 1')).rowCount === 1);

export const stopped = (seconds: number): Fault => ({
  name: 'PostgreSQL stopped',
  what: `the primary is shut down and cannot start for ${seconds} s: every connection is refused or cut.`,
  // The supervisor's pauses between restarts have doubled meanwhile, up to 10 s.
  lasts: Math.min(seconds + 12, 2 * seconds + 2),
  async strike(target, moment) {
    await moment.held(0.3);
    target.signal('postgres', 'SIGINT');
    const release = await occupy(target.system.ports.primary, (socket) => socket.destroy());
    await lasts(seconds);
    await release();
    await answers(target);
  },
});

export const restarted: Fault = {
  name: 'PostgreSQL restarted',
  what: 'the primary is shut down, transactions rolled back, and started again; later it is ended without a checkpoint and recovers from its log.',
  lasts: 10,
  async strike(target, moment) {
    for (const [share, signal] of [
      [0.3, 'SIGINT'],
      [0.6, 'SIGQUIT'],
    ] as const) {
      await moment.held(share);
      const before = target.system.pids.postgres;
      target.signal('postgres', signal);
      await soon('PostgreSQL was started again', 60, async () => target.system.pids.postgres !== before);
      await answers(target);
    }
  },
};

const endOthers = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE usename = current_user AND pid <> pg_backend_pid() AND state <> 'idle'`;

export const backendsKilled = (seconds: number): Fault => ({
  name: 'PostgreSQL backends killed',
  what: `for ${seconds} s, every backend of the functions that is busy or in a transaction is terminated, about forty times a second.`,
  lasts: seconds,
  async strike({ system }, moment) {
    await moment.held(0.2);
    // As the functions' role, which may end its own connections.
    const client = new pg.Client({ connectionString: system.urls.database });
    await client.connect();
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await lasts(0.025)) await client.query(endOthers);
    await client.end();
  },
});
