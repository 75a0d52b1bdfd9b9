import { atRest } from './at-rest';
import { openingCost } from './opening';
import type { Priced } from './report';
import type { templatesOf } from './templates';
import { lineAtRest } from './waiting';

/** As many as RunSignUp's published load test registered; everybody gets a spot. */
const crowd = { runners: 50_000, spots: 50_000 };

const mail = { mail: { domain: 'mail.example.com' } };

/** Prices both profiles. `of` synthesises the templates of an environment. */
export const priceProfiles = (of: typeof templatesOf): readonly Priced[] =>
  (['lean', 'production'] as const).map((profile) => {
    const { config, resources } = of({ profile });
    return {
      profile,
      lines: atRest(resources),
      line: lineAtRest(resources),
      sleeps: config.database.minCapacity === 0,
      withMail: atRest(of({ profile, ...mail }).resources),
      opening: config.warmUp ? openingCost(crowd, config) : undefined,
    };
  });
