import { type FunctionName, functionNames } from '../../lambdas/contract/functions';
import { eventSources } from '../../lib/event-sources';
import { allowedTo, anywhere } from './support/allowed-to';
import { dig, listAt, synthesise, textsIn } from './support/synthesise';

/** Resources with a wildcard in their name, and why. */
const patterns = [
  // SES's sandbox also checks the recipient's identity; a condition limits the sender.
  ':identity/*',
  // The database's log and its streams: IAM writes the name of a log group so.
  '/postgresql:*',
  // What is published is named by its content.
  '/results/*',
  // A proof has the id of its line.
  '/proof/*',
  // A file on its way has an id, and one that is kept is named by its content.
  '/incoming/*',
  '/exports/*',
  '/media/*',
];

interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: unknown;
}

describe.each(['lean', 'production'] as const)('%s', (profile) => {
  const { ofType } = synthesise(`${profile} with mail`);
  const statements: Statement[] = ofType('AWS::IAM::Policy').flatMap(({ stack, properties }) =>
    // CDK's own functions publish the page with CDK's permissions.
    stack === 'pages'
      ? []
      : listAt(properties, 'PolicyDocument', 'Statement').map((statement) => ({
          actions: listAt(statement, 'Action').map(String),
          resources: listAt(statement, 'Resource').map((resource) =>
            typeof resource === 'string' ? resource : textsIn(resource).join(''),
          ),
          conditions: dig(statement, 'Condition'),
        })),
  );

  const statementsOf = (name: FunctionName) => {
    const [own] = ofType('AWS::Lambda::Function').filter(
      ({ properties }) => dig(properties, 'Environment', 'Variables', 'POWERTOOLS_SERVICE_NAME') === name,
    );
    const role = String(dig(own?.properties, 'Role', 'Fn::GetAtt', 0));
    return ofType('AWS::IAM::Policy')
      .filter(({ properties }) => listAt(properties, 'Roles').some((holder) => dig(holder, 'Ref') === role))
      .flatMap(({ properties }) => listAt(properties, 'PolicyDocument', 'Statement'));
  };

  test.each(functionNames)(
    '%s may do what its addresses are for, to as many resources as it has, and nothing else',
    (name) => {
      const resources = new Map<string, Set<string>>();
      for (const statement of statementsOf(name)) {
        expect(dig(statement, 'Effect')).toBe('Allow');
        for (const action of listAt(statement, 'Action').map(String)) {
          const known = resources.get(action) ?? new Set();
          for (const resource of listAt(statement, 'Resource')) known.add(JSON.stringify(resource));
          resources.set(action, known);
        }
      }
      const found = Object.fromEntries([...resources].map(([action, of]) => [action, of.size]));
      expect(found).toEqual(
        allowedTo(name, { isWarmed: profile === 'production', hasProxy: profile === 'production' }),
      );
    },
  );

  test('every other role does only its task: schedules call, the proxy connects, the network keeps its log', () => {
    const ofFunctions = new Set(
      ofType('AWS::Lambda::Function').map(({ properties }) => String(dig(properties, 'Role', 'Fn::GetAtt', 0))),
    );
    const others = ofType('AWS::IAM::Policy').flatMap(({ stack, properties }) =>
      stack === 'pages' || listAt(properties, 'Roles').some((role) => ofFunctions.has(String(dig(role, 'Ref'))))
        ? []
        : listAt(properties, 'PolicyDocument', 'Statement').flatMap((statement) =>
            listAt(statement, 'Action').map(String),
          ),
    );
    expect([...new Set(others)].sort()).toEqual([
      'lambda:InvokeFunction',
      'logs:CreateLogStream',
      'logs:DescribeLogStreams',
      'logs:PutLogEvents',
      ...(profile === 'production' ? ['rds-db:connect'] : []),
      // Sends events that could not be delivered to the schedules' dead letters.
      'sqs:SendMessage',
    ]);
    const databaseOwner = statements.filter(({ actions }) => actions.some((action) => action.startsWith('rds-data:')));
    expect(databaseOwner.map(({ actions }) => actions)).toEqual([['rds-data:ExecuteStatement']]);
  });

  test('nobody may do everything of anything', () => {
    expect(statements.length).toBeGreaterThan(20);
    expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
  });

  test('what is allowed on every resource can be allowed in no other way', () => {
    const wide = statements.filter(({ resources }) => resources.includes('*')).flatMap(({ actions }) => actions);
    expect([...new Set(wide)].sort()).toEqual([...anywhere].sort());
  });

  test('resources are named, not described', () => {
    const vague = statements
      .flatMap(({ resources }) => resources)
      .filter((resource) => resource !== '*' && resource.includes('*'));
    expect(vague.filter((resource) => !patterns.some((pattern) => resource.endsWith(pattern)))).toEqual([]);
  });

  test('a function with the address of a queue may send to it; its own worker may only put its messages off', () => {
    for (const { properties } of ofType('AWS::Lambda::Function')) {
      const variables = (dig(properties, 'Environment', 'Variables') ?? {}) as Record<string, unknown>;
      const role = String(dig(properties, 'Role', 'Fn::GetAtt', 0));
      const allowed = ofType('AWS::IAM::Policy')
        .filter((policy) => listAt(policy.properties, 'Roles').some((holder) => dig(holder, 'Ref') === role))
        .flatMap((policy) => listAt(policy.properties, 'PolicyDocument', 'Statement'));
      const actionsOn = (queue: string) =>
        allowed
          .filter((statement) =>
            listAt(statement, 'Resource').some((resource) => dig(resource, 'Fn::GetAtt', 0) === queue),
          )
          .flatMap((statement) => listAt(statement, 'Action'));
      for (const [address, value] of Object.entries(variables)) {
        if (!address.endsWith('_QUEUE_URL')) continue;
        const name = dig(variables, 'POWERTOOLS_SERVICE_NAME');
        const isOwn = Object.entries(eventSources).some(
          ([queue, { delivers }]) =>
            delivers === name && address === `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`,
        );
        const actions = actionsOn(String(dig(value, 'Ref')));
        expect(actions.includes('sqs:SendMessage')).toBe(name !== 'send-mail');
        expect(actions.includes('sqs:ChangeMessageVisibility')).toBe(isOwn);
      }
    }
  });

  test('mail leaves only in our own name', () => {
    const sending = statements.filter(({ actions }) => actions.includes('ses:SendEmail'));
    expect(sending.length).toBeGreaterThan(0);
    for (const { conditions } of sending)
      expect(conditions).toEqual({ StringEquals: { 'ses:FromAddress': 'no-reply@mail.example.com' } });
  });

  test('only migrations are the owner of the tables; everybody else is the registrar', () => {
    const users = statements
      .filter(({ actions }) => actions.includes('rds-db:connect'))
      .flatMap(({ resources }) => resources);
    expect(users.filter((user) => user.endsWith('/owner'))).toHaveLength(1);
    expect(users.every((user) => /\/(owner|registrar)$/.test(user))).toBe(true);
  });

  test('our functions carry no policy made by somebody else', () => {
    const managed = [...ofType('AWS::IAM::Role', 'registration'), ...ofType('AWS::IAM::Role', 'work')].filter(
      ({ properties }) => listAt(properties, 'ManagedPolicyArns').length > 0,
    );
    expect(managed.map(({ id }) => id)).toEqual([expect.stringContaining('AWSCDKTrigger')]);
  });

  test('only our API calls the functions that answer runners', () => {
    for (const { properties } of ofType('AWS::Lambda::Permission')) {
      expect(dig(properties, 'Principal')).toBe('apigateway.amazonaws.com');
      expect(dig(properties, 'SourceArn')).toBeDefined();
    }
  });
});
