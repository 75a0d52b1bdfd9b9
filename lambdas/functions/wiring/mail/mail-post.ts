import type { Settings } from '../../../contract/settings';
import { SesPost } from '../../../mail/send/ses-post';
import { SqsVisibility } from '../../../mail/send/sqs-visibility';
import { openSes } from '../../../platform/aws/call-ses';
import { openSqs } from '../../../platform/queue/call-sqs';
import { now } from '../connections/clock';
import { log } from '../connections/observability';

type Sender = Settings<'MAIL_SENDER' | 'MAIL_CONFIGURATION_SET'>;

/** SES, with the region and the credentials that AWS sets in every function's environment. */
export const openPost = (env: Sender) =>
  new SesPost({
    sender: env.MAIL_SENDER,
    configurationSet: env.MAIL_CONFIGURATION_SET,
    callSes: openSes(process.env),
    now,
  });

/** How long mails stay hidden in the lanes that they came from. */
export const openVisibility = (env: Settings<'MAIL_QUEUE_URL' | 'URGENT_MAIL_QUEUE_URL'>) =>
  new SqsVisibility(
    [env.MAIL_QUEUE_URL, env.URGENT_MAIL_QUEUE_URL].map((url) => ({ url, call: openSqs(url, process.env) })),
    (message, error) => log.error(message, error),
  );
