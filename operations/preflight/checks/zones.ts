import type { Facts, Zone } from '../facts';
import { both, type Finding, judge } from '../finding';
import type { Wanted } from '../wanted';

/**
 * Zones without RDS Proxy and without functions in a VPC, by their ids. AWS has no call that lists them. RDS Proxy
 * leaves such a zone out without a word, and then lacks its second zone
 * (https://github.com/hashicorp/terraform-provider-aws/issues/17781).
 */
const zonesWithoutFunctions = ['use1-az3'];

/** Whether both zones have everything that the network and the database need there. */
export const checkZones = (facts: Facts, wanted: Wanted): readonly Finding[] => [
  judge(
    'Availability zones',
    both(both(facts.zones, facts.endpointZones), facts.databaseZones),
    ([[all, services], database]) => {
      const unfit = (zone: Zone) => whatIsMissing(zone, services, database, wanted);
      const chosen = wanted.zones ?? all.slice(0, 2).map(({ name }) => name);
      const fit = all.filter((zone) => unfit(zone).length === 0).map(({ name }) => name);
      const mend = mendWith(fit, wanted);
      const unknown = chosen.filter((name) => !all.some((zone) => zone.name === name));
      if (unknown.length > 0) return { red: `there is no ${unknown.join(' and no ')} in ${facts.region}`, mend };
      const lacking = all
        .filter(({ name }) => chosen.includes(name))
        .flatMap((zone) => {
          const missing = unfit(zone);
          return missing.length === 0 ? [] : [`${zone.name} (${zone.id}) has no ${missing.join(', no ')}`];
        });
      if (lacking.length > 0) return { red: lacking.join('; '), mend };
      return {
        green: `${chosen.join(' and ')} have ${[...wanted.endpoints, 'Aurora', ...(wanted.hasProxy ? ['RDS Proxy'] : [])].join(', ')}`,
      };
    },
  ),
];

const whatIsMissing = (
  { name, id }: Zone,
  services: Readonly<Record<string, readonly string[]>>,
  database: readonly string[],
  { endpoints, hasProxy }: Wanted,
): readonly string[] => [
  ...endpoints.filter((service) => !services[service]?.includes(name)).map((service) => `endpoint ${service}`),
  ...(database.includes(name) ? [] : ['Aurora Serverless']),
  ...(zonesWithoutFunctions.includes(id) ? [hasProxy ? 'RDS Proxy' : 'functions in a VPC'] : []),
];

const mendWith = (fit: readonly string[], { file }: Wanted): string =>
  fit.length >= 2
    ? `"zones": ${JSON.stringify(fit.slice(0, 2))} in ${file}, before the first deployment: later it replaces the network`
    : `another "region" in ${file}: fewer than two zones of this one have everything`;
