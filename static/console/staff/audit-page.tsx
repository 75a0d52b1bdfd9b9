import { Heading } from '../../src/page/heading';
import { at } from '../http/call';
import * as h from '../texts/history';
import { AuditEntries } from './audit-entries';

export const AuditPage = () => (
  <div class="column">
    <Heading>{h.auditTitle}</Heading>
    <p>{h.auditLead}</p>
    <AuditEntries url={at`/audit`} />
  </div>
);
