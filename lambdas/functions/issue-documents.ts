import { issueDocuments } from '../payment/documents/issue-documents';
import { issueWorker } from '../payment/documents/issue-worker';
import { PostgresDocuments } from '../payment/documents/postgres-documents';
import { uuid7 } from '../platform/uuid';
import { instrument } from './wiring/connections/observability';
import { openPostgres } from './wiring/connections/open-postgres';
import { readEnv } from './wiring/connections/read-env';

const env = readEnv('issue-documents');
const postgres = openPostgres(env.DATABASE_URL, { maxConnections: 1 });
const documents = new PostgresDocuments({ postgres, newId: uuid7 });

export const handler = instrument('issue-documents', issueWorker(issueDocuments({ documents, now: () => Date.now() })));
