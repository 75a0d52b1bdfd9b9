import { join } from 'node:path';
import { sqsName } from '../../lib/event-sources';
import { runAsChild } from '../child-process-main';
import { listen } from '../listen';
import { openQueueClient } from '../queue-client';
import { readSettings } from '../read-settings';
import { AcceptedMails } from './accepted-mails';
import { backgroundQueue } from './background-queue';
import { eventsOf } from './events';
import { serveMail } from './mail-server';
import { startingSettings } from './settings';
import { showInInbox } from './show-in-inbox';

/** `DATA_DIR`: the folder with the count of the last day's mails. Quotas: see settings.ts. */
const {
  DATA_DIR: folder,
  INBOX_URL: inboxUrl,
  PORT: port,
  QUEUES_URL: queuesUrl,
} = readSettings('PORT', 'DATA_DIR', 'INBOX_URL', 'QUEUES_URL');

const queues = openQueueClient(queuesUrl);
const events = backgroundQueue<object>({
  pass: (batch) => queues.sendAll(sqsName('mail-events'), batch),
  atATime: 10,
  // SES publishes events with a delay, too.
  lingerMs: 100,
  mostWaiting: 100_000,
});
const inbox = backgroundQueue<string>({
  pass: showInInbox(inboxUrl),
  atATime: 100,
  lingerMs: 100,
  mostWaiting: 10_000,
  attempts: 20,
});

const server = serveMail({
  accepted: new AcceptedMails(join(folder, 'accepted.jsonl'), Date.now()),
  settings: startingSettings(process.env),
  now: () => new Date(),
  onAccepted: (sent, request) => {
    inbox.add(request);
    for (const event of eventsOf(sent)) events.add(event);
  },
  dropped: () => ({ shown: inbox.dropped, events: events.dropped }),
});
const close = await listen(server, Number(port));
const address = server.address();
if (typeof address === 'object') process.stdout.write(`ready http://127.0.0.1:${address?.port}\n`);

runAsChild('mail', async () => {
  await close();
  await Promise.all([events.drain(5000), inbox.drain(2000)]);
});
