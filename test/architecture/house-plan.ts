const everyStore = [
  'a rule or use case',
  'a rule of the page, too',
  'ports',
  'messages',
  'sql',
  'lambdas/platform',
  'lambdas/platform/observability',
  'lambdas/platform/queue',
  'node',
  'valibot',
];

/**
 * Which roles may import which. A file in a capability has a role (rule, ports, store …) by its name and its folder; every
 * other file has its folder. A role may import itself, the roles listed here, and the packages listed here: `node` is any
 * module of Node, `npm` any package. A role that is not listed is imported by nobody and imports nothing.
 */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  bin: ['lib', 'lib/config', 'lib/stacks', 'node', 'aws-cdk-lib', 'cdk-nag'],
  'lib/config': ['lib', 'a rule or use case', 'constructs', 'node', 'valibot', '@valibot/to-json-schema'],
  /** Data that the stacks, the local system and the benchmarks read alike. */
  'lib/tables': ['lambdas/contract', 'node'],
  lib: [
    'lib/config',
    'lib/tables',
    'lib/constructs',
    'lib/stacks',
    'lambdas/contract',
    'node',
    'aws-cdk-lib',
    'constructs',
    'cdk-nag',
  ],
  'lib/constructs': [
    'lib',
    'lib/config',
    'lib/tables',
    'lambdas/contract',
    'node',
    'aws-cdk-lib',
    'constructs',
    'cdk-nag',
    'esbuild',
  ],
  'lib/stacks': [
    'lib',
    'lib/config',
    'lib/tables',
    'lib/constructs',
    'lambdas/contract',
    'node',
    'aws-cdk-lib',
    'constructs',
    'cdk-nag',
  ],

  'lambdas/contract': [],
  /** Its schemas travel to the page, so of other folders it has only what brings nothing else with it. */
  'lambdas/api': ['valibot', 'a rule of the page, too'],
  'lambdas/api/openapi': ['lambdas/api', 'lambdas/contract', 'node', '@valibot/to-json-schema', 'valibot'],
  /** SQL as text. It knows no driver, so that every store can share it. */
  sql: ['a rule or use case'],
  'lambdas/platform': ['lambdas/platform/observability', 'lambdas/platform/http', 'lambdas/platform/queue', 'npm'],
  'lambdas/platform/http': ['lambdas/platform', 'lambdas/platform/observability', 'npm'],
  'lambdas/platform/queue': ['lambdas/platform', 'lambdas/platform/observability', 'npm'],
  'lambdas/platform/observability': ['lambdas/platform', 'npm'],
  'lambdas/migrations': ['lambdas/platform', 'lambdas/platform/observability'],

  /** What the page and the functions must do alike. It imports nothing else, so it brings nothing else into the page. */
  'a rule of the page, too': ['a rule of the page, too'],
  'a rule or use case': ['ports', 'a rule of the page, too'],
  ports: ['a rule or use case', 'a rule of the page, too'],
  messages: ['a rule or use case', 'a rule of the page, too', 'lambdas/api', 'valibot'],
  store: everyStore,
  'SES store': [...everyStore, '@aws-sdk/client-sesv2'],
  'SQS store': [...everyStore, '@aws-sdk/client-sqs'],
  'Lambda store': [...everyStore, '@aws-sdk/client-lambda'],
  'RDS store': [...everyStore, '@aws-sdk/client-rds'],
  'WebAuthn store': [...everyStore, '@simplewebauthn/server'],
  'BLS store': [...everyStore, '@noble/curves'],
  routes: [
    'commands',
    'a rule or use case',
    'ports',
    'messages',
    'lambdas/api',
    'lambdas/contract',
    'lambdas/platform/http',
    'lambdas/platform/observability',
    'aws-lambda',
    'valibot',
  ],
  /** What a director can order: a table of schemas and use cases. */
  commands: [
    'commands',
    'a rule or use case',
    'a rule of the page, too',
    'ports',
    'messages',
    'lambdas/api',
    'valibot',
  ],
  worker: [
    'commands',
    'a rule or use case',
    'ports',
    'messages',
    'lambdas/api',
    'lambdas/platform/queue',
    'lambdas/platform/observability',
    'aws-lambda',
    'valibot',
  ],

  'lambdas/functions': [
    'lambdas/contract',
    'lambdas/api',
    'lambdas/api/openapi',
    'lambdas/platform',
    'lambdas/platform/observability',
    'lambdas/platform/http',
    'lambdas/platform/queue',
    'lambdas/migrations',
    'a rule or use case',
    'a rule of the page, too',
    'ports',
    'messages',
    'commands',
    'sql',
    'store',
    'SES store',
    'SQS store',
    'Lambda store',
    'RDS store',
    'WebAuthn store',
    'BLS store',
    'routes',
    'worker',
    'npm',
  ],

  /** Of Stripe.js the types alone: the script itself is the processor's. */
  static: [
    'lambdas/api',
    'a rule of the page, too',
    'preact',
    'preact-iso',
    'valibot',
    '@stripe/stripe-js',
    '@noble/curves',
  ],
  /** The directors' console. The page never imports it. */
  console: [
    'static',
    'lambdas/api',
    'a rule of the page, too',
    'preact',
    'preact-iso',
    '@simplewebauthn/browser',
    'qr',
  ],
  'static/build': ['node', 'esbuild'],
  /** It may start a system of its own to run against, and waits exactly as the page does. */
  loadtest: ['lambdas/api', 'lambdas/platform', 'local', 'static', 'npm'],
  local: [
    'static/build',
    'messages',
    'a rule of the page, too',
    'lib/tables',
    'lambdas/contract',
    'lambdas/functions',
    'lambdas/migrations',
    'lambdas/platform',
    'lambdas/platform/http',
    'lambdas/platform/queue',
    'npm',
  ],
  /**
   * It reckons with the templates and with the rules of capacity, besides measuring; it starts servers to measure, and
   * measures them by the load test's own engine.
   */
  bench: [
    'local',
    'loadtest',
    'lib',
    'lib/config',
    'lib/tables',
    'a rule or use case',
    // Runners who are checked in show codes that only a store can sign.
    'store',
    'a rule of the page, too',
    'lambdas/api',
    'lambdas/contract',
    'lambdas/platform',
    'lambdas/platform/http',
    'lambdas/platform/queue',
    'npm',
  ],
  /** Commands of directors and operators: they read the templates and the rules of capacity, and describe what can be ordered. */
  operations: [
    'local',
    'lib',
    'lib/config',
    'lib/tables',
    'a rule or use case',
    'commands',
    'lambdas/api',
    'lambdas/contract',
    'npm',
    // A draw is checked with the key and the files that it is made with.
    'a rule of the page, too',
    'BLS store',
  ],
};

/**
 * Which capabilities a capability may import, besides itself. `domain` has the nouns that several of them share; `ledger` has
 * what spots, payments and registrations decide in one transaction: lock order, shared statements, outbox and audit.
 */
export const mayUse: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  ledger: ['domain'],
  races: ['domain'],
  spots: ['domain', 'ledger', 'races'],
  /** Units of pools are dealt by the code that deals spots. */
  units: ['domain', 'ledger', 'races', 'spots'],
  payment: ['domain', 'ledger'],
  registration: ['domain', 'ledger', 'races', 'spots', 'payment'],
  sessions: ['domain'],
  /** What a race asks for is a part of the race, and lies in its group of the cache. Its limit groups bind registrations. */
  forms: ['domain', 'ledger', 'races'],
  /** Its tries are counted as holds are, and a hold carries what a code opened. */
  codes: ['domain', 'ledger', 'races', 'spots'],
  /** A join code is typed as codes are, and its tries are counted as holds are. */
  teams: ['domain', 'ledger', 'spots', 'codes'],
  /** They are found in races that are known, and what is done to them is audited. */
  fundraisers: ['domain', 'ledger', 'races'],
  quote: ['domain'],
  /** A race is edited as one document, with its capacities, its form and its line, in one transaction. */
  editing: ['domain', 'ledger', 'races', 'spots', 'forms', 'line'],
  mail: ['domain', 'ledger'],
  /** They take a start list from registrations, and never write one. */
  results: ['domain', 'ledger', 'api-keys'],
  /** Who wears which number, and who came to get theirs. They read registrations, and write none. */
  bibs: ['domain', 'ledger'],
  /** Machines prove by a key that a race let them in. What posts by one asks here, in its own transaction. */
  'api-keys': ['domain', 'ledger'],
  /** What happens in a race, told while it is run. Nothing else is read for it. */
  feed: ['domain', 'ledger', 'api-keys'],
  /** Who may ask for a spot when. It counts the spots that are free, and gives none. */
  line: ['domain', 'ledger', 'races', 'spots'],
  /** A copy of registrations to search in. */
  participants: ['domain', 'ledger'],
  /** They go to those whom the list of participants names. */
  announcements: ['domain', 'ledger', 'participants'],
  /** They tell what the copy of registrations has, in the transaction that changes it. */
  webhooks: ['domain', 'ledger', 'participants'],
  /** What directors upload. Races refer to it by its name. */
  uploads: ['domain', 'ledger'],
  /** They end registrations and take spots away, each by the code that does it for one. */
  jobs: ['domain', 'ledger', 'spots', 'registration'],
  /** Their sign-ins leave audit rows and mails. */
  staff: ['domain', 'ledger'],
  /** They count in the tables that sell, on the standby, and write none of them. */
  sales: ['domain', 'ledger', 'races', 'spots', 'line'],
  capacity: ['domain'],
  watch: ['domain', 'ledger', 'races', 'spots', 'payment', 'mail'],
  /** Its commands are permitted by the roles of staff. */
  directing: [
    'domain',
    'races',
    'spots',
    'units',
    'registration',
    'payment',
    'capacity',
    'forms',
    'codes',
    'staff',
    'teams',
    'fundraisers',
    'results',
    'bibs',
    'api-keys',
    'feed',
    'line',
    'announcements',
    'webhooks',
    'editing',
    'participants',
    'jobs',
    'sales',
    'uploads',
  ],
};

/** The capability that a file belongs to, if it belongs to one. */
export const capabilityOf = (file: string): string | undefined => {
  const [top, second = ''] = file.split('/');
  return top === 'lambdas' && second in mayUse ? second : undefined;
};

/** The role of a file, or the folder that stands for it. `undefined`: the plan does not know it. */
export const roomOf = (file: string): string | undefined => {
  const path = file.replace(/\.(tsx?|mjs|cjs|js|json)$/, '').split('/');
  const [top, second, third] = path;
  const name = path.at(-1) ?? '';
  if (top === 'lib') {
    if (path.length > 2) return `lib/${second}`;
    if (/^((write-)?environment(-schema|-problems)?|(read-)?config|contradictions)$/.test(second ?? ''))
      return 'lib/config';
    return ['bundling', 'edge', 'event-sources'].includes(second ?? '') ? 'lib/tables' : 'lib';
  }
  if (top === 'static' && second === 'console') return 'console';
  if (top === 'static') return path.length > 2 ? 'static' : 'static/build';
  if (top !== 'lambdas') return top !== undefined && top in mayImport ? top : undefined;

  if (second === 'platform')
    return ['http', 'observability', 'queue'].includes(third ?? '') ? `lambdas/platform/${third}` : 'lambdas/platform';
  if (second === 'api' && /^((write-)?openapi|json-schema)$/.test(name)) return 'lambdas/api/openapi';
  if (['contract', 'api', 'migrations', 'functions'].includes(second ?? '')) return `lambdas/${second}`;
  if (path.length < 3 || capabilityOf(file) === undefined) return undefined;
  if (/^(.+-)?routes$/.test(name)) return 'routes';
  if (/^(.+-)?worker$/.test(name)) return 'worker';
  // One command, and the parts of their table.
  if (/(?:^|-)commands?$/.test(name)) return 'commands';
  if (['ports', 'messages'].includes(name)) return name;
  if (
    /^lambdas\/(domain\/(canonical-json|decode-file|event-sale|merged|plain-cell|plain-digits|read-xlsx|text|unzip|person\/fold-name)|feed\/segments|line\/(draw\/(chain|proof)|rules\/(waves|wait))|results\/(files|show\/find-rows)|webhooks\/event)$/.test(
      path.join('/'),
    )
  )
    return 'a rule of the page, too';
  if (name.startsWith('ses-')) return 'SES store';
  if (name.startsWith('sqs-')) return 'SQS store';
  if (name.startsWith('lambda-')) return 'Lambda store';
  if (name.startsWith('rds-')) return 'RDS store';
  if (name.startsWith('webauthn-')) return 'WebAuthn store';
  if (name.startsWith('noble-')) return 'BLS store';
  if (name.endsWith('-sql')) return 'sql';
  // A step inside the caller's transaction, or a folder that is named after a technology.
  if (second === 'ledger' || third === 'stripe') return 'store';
  return /^(postgres|memcached|cached|signed|stripe|outbox|s3|drand)-/.test(name) ? 'store' : 'a rule or use case';
};
