import type { Links } from './ports';

/** Links to the page of a registration. The token is in the fragment: servers and referrers never see it. */
export const registrationLinks = (siteUrl: string, sealLink: (registrationId: string) => Promise<string>): Links => {
  const site = siteUrl.replace(/\/+$/, '');
  return { to: async (registrationId) => `${site}/registrations/${registrationId}#${await sealLink(registrationId)}` };
};
