import { announce } from '../../../announcements/announce';
import { feedAnnouncements } from '../../../announcements/feed-announcements';
import { PostgresAnnouncementQueue } from '../../../announcements/postgres-announcement-queue';
import { PostgresAnnouncements } from '../../../announcements/postgres-announcements';
import type { Settings } from '../../../contract/settings';
import { PostgresMailRecords } from '../../../mail/letters/postgres-mail-records';
import { writeSamples } from '../../../mail/letters/write-announcement';
import { PostgresAnnouncementLetters } from '../../../mail/opt-out/postgres-opt-outs';
import { log } from '../../../platform/observability';
import type { Postgres } from '../../../platform/postgres/postgres';
import { pause } from '../connections/clock';
import { outboxRelay } from '../connections/queues';
import { mailOrders } from '../mail/mail';
import { openProjection } from './webhooks';

/** What directors write to all runners of a race. */
export const openAnnouncements = (env: Settings<'MAIL_LANES' | 'SITE_URL'>, postgres: Postgres) => {
  const announcements = new PostgresAnnouncements({ postgres, ...mailOrders(env) });
  const projection = openProjection(postgres);
  const write = writeSamples({
    records: new PostgresMailRecords(postgres),
    announcements: new PostgresAnnouncementLetters(postgres),
    // A link opens a registration to anybody who has it, so a sample has none that works.
    links: {
      to: async () => `${env.SITE_URL}/registrations/…`,
      toOptOut: async (_, raceId) => ({ page: `${env.SITE_URL}/news/${raceId}`, oneClick: '' }),
    },
  });
  return {
    announcements,
    announce: announce({ announcements, catchUp: (raceId) => projection.catchUp(raceId), write }),
  };
};

/** What sends them. */
export const openAnnouncementFeed = (env: Settings<'MAIL_LANES' | 'MAIL_QUEUE_URL'>, postgres: Postgres) => {
  const projection = openProjection(postgres, { rounds: 20 });
  const orders = mailOrders(env);
  return feedAnnouncements({
    queue: new PostgresAnnouncementQueue({ postgres, ...orders }),
    catchUp: (raceId) => projection.catchUp(raceId),
    relay: outboxRelay(postgres, env),
    newId: orders.newId,
    now: Date.now,
    pause,
    report: (error) => log.warn('Mails of an announcement wait for the next relay.', { reason: String(error) }),
  });
};
