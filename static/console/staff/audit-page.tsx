import { Heading } from '../../src/page/heading';
import { at } from '../http/call';
import * as a from '../texts/audit';
import { AuditEntries } from './audit-entries';

export const AuditPage = () => (
  <div class="column">
    <Heading>{a.title}</Heading>
    <p>{a.lead}</p>
    <AuditEntries url={at`/audit`} />
  </div>
);
