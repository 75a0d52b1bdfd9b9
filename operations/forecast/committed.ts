import { forecast } from '../../lambdas/capacity/forecast';
import type { Deployed } from '../../lambdas/capacity/quotas';
import { report } from './report';

/** Runners and spots: ten for each spot, and the load test that RunSignUp published, in which all got one. */
const crowds = [
  { runners: 5000, spots: 500 },
  { runners: 50_000, spots: 5000 },
  { runners: 50_000, spots: 50_000 },
  { runners: 500_000, spots: 50_000 },
] as const;

/** The committed result: the forecast of four crowds for one deployment. */
export const committed = (deployed: Deployed): string => `# Forecast

Made by \`npm run forecast -- --committed\` for the profile production. The red lists say what limits each opening, in an account
that never asked for a higher quota. Estimated, except where \`lambdas/capacity/figures.ts\` names a measurement.

${crowds
  .map(
    (crowd) => `## ${crowd.runners.toLocaleString('en-US')} runners for ${crowd.spots.toLocaleString('en-US')} spots

\`\`\`
${report(crowd, forecast(crowd), deployed).trimEnd()}
\`\`\`
`,
  )
  .join('\n')}`;
