import { PostgresExpectations } from '../../../capacity/postgres-openings';
import type { Settings } from '../../../contract/settings';
import type { CommandNeeds } from '../../../directing/command';
import type { Memcached } from '../../../platform/memcached/memcached';
import type { Postgres } from '../../../platform/postgres/postgres';
import type { RaceNews } from '../../../races/race';
import { openCodeCommands } from '../selling/codes';
import { openForms } from '../selling/forms';
import { openFundraiserCommands } from '../selling/fundraisers';
import { openAnnouncements } from './announcements';
import { openBibs } from './bibs';
import { openDecisions, openRaceCommands } from './directing';
import { openEditing } from './editing';
import { openFeedDesk } from './feed';
import { openCancelling } from './jobs';
import { openLineOrders } from './line';
import { openParticipants } from './participants';
import { openResults } from './results';
import { openStaffCommands } from './staff-commands';
import { openWebhooks } from './webhooks';

/** Everything that the table of commands runs, for the command line and the console alike. */
export const openCommands = (
  env: Settings<'MAIL_LANES' | 'PUBLICATIONS_QUEUE_URL' | 'SIGNING_KEYS_SECRET_ID' | 'SITE_URL' | 'WEBHOOK_HOSTS'>,
  postgres: Postgres,
  data: Memcached,
  news: RaceNews,
): CommandNeeds => ({
  ...openRaceCommands(env, postgres, data, news),
  ...openDecisions(env, postgres, data),
  ...openCancelling(env, postgres, data, news),
  editRace: openEditing(env, postgres, data, news).editRace,
  ...openForms(postgres, news),
  ...openCodeCommands(postgres, news),
  ...openStaffCommands(env, postgres),
  ...openFundraiserCommands(postgres, data),
  projection: openParticipants(postgres).projection,
  ...openResults(env, postgres),
  ...openBibs(env, postgres),
  ...openFeedDesk(postgres, data),
  ...openLineOrders(postgres, news),
  ...openAnnouncements(env, postgres),
  ...openWebhooks(env, postgres),
  expectations: new PostgresExpectations(postgres),
});
