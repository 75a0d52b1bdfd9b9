import { keysMadeBy, withdrawKeys } from '../../../api-keys/postgres-api-keys';
import type { IntegrationSteps } from '../../../staff/postgres-staff';
import { endpointsMadeBy, pauseEndpoints } from '../../../webhooks/postgres-endpoints';

/** The keys and webhooks of staff, as they are looked at and ended when somebody leaves. */
export const integrationsOfStaff: IntegrationSteps = {
  madeBy: async (sql, staffId, raceId) => ({
    keys: await keysMadeBy(sql, staffId, raceId),
    webhooks: await endpointsMadeBy(sql, staffId, raceId),
  }),
  end: async (sql, { keys, webhooks }) => {
    await withdrawKeys(sql, keys);
    await pauseEndpoints(sql, webhooks);
  },
};
