import { atRest } from './at-rest';
import { openingCost } from './opening';
import type { Priced } from './report';
import { templatesOf } from './templates';

/** As many as RunSignUp's published load test registered, and nobody in vain. */
const crowd = { runners: 50_000, spots: 50_000 };

const mail = { mailDomain: 'mail.example.com' };

/** Both profiles, priced from their templates. */
export const priceProfiles = (): readonly Priced[] =>
  (['lean', 'production'] as const).map((profile) => {
    const { config, resources } = templatesOf(profile);
    return {
      profile,
      lines: atRest(resources),
      withMail: atRest(templatesOf(profile, mail).resources),
      opening: config.warmUp ? openingCost(crowd, config) : undefined,
    };
  });
