import { dig, listAt, synthesise, textsIn } from './support/synthesise';

const account = { Ref: 'AWS::AccountId' };

/** Resource policies: access from outside our functions. */
describe.each(['lean', 'production'] as const)('%s', (profile) => {
  const { ofType } = synthesise(`${profile} with mail`);
  const lettingIn = (type: string, path = 'PolicyDocument') =>
    ofType(type).flatMap(({ id, properties }) =>
      listAt(properties, path, 'Statement')
        .filter((statement) => dig(statement, 'Effect') === 'Allow')
        .map((statement) => ({
          to: id.replace(/[0-9A-F]{8}$/, ''),
          whom: dig(statement, 'Principal'),
          for: listAt(statement, 'Action'),
          when: dig(statement, 'Condition'),
        })),
    );
  const service = (name: string) => ({ Service: `${name}.amazonaws.com` });

  test('alarms of this account may ring, and nobody else', () =>
    expect(lettingIn('AWS::SNS::TopicPolicy')).toEqual([
      {
        to: expect.stringContaining('Topic'),
        whom: service('cloudwatch'),
        for: ['sns:Publish'],
        when: { StringEquals: { 'aws:SourceAccount': account } },
      },
    ]));

  test('only our own rule brings news of mail, to its queue and its dead letters', () => {
    const [rule] = ofType('AWS::Events::Rule');
    const ours = { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule?.id, 'Arn'] } } };
    const sending = { whom: service('events'), when: ours };
    expect(lettingIn('AWS::SQS::QueuePolicy')).toEqual([
      { ...sending, to: 'maileventsDeadLettersPolicy', for: ['sqs:SendMessage'] },
      {
        ...sending,
        to: 'maileventsQueuePolicy',
        for: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
      },
    ]);
  });

  test('only our own distribution reads the page and the results, and only S3 writes their log', () => {
    const policies = lettingIn('AWS::S3::BucketPolicy');
    const resultsReaders = profile === 'production' ? ['the site', 'the crowd'] : ['the site'];
    expect(policies).toMatchObject([
      { to: 'WebsiteLogsPolicy', whom: service('logging.s3'), for: ['s3:PutObject'] },
      { to: 'WebsiteLogsPolicy', whom: service('logging.s3'), for: ['s3:PutObject'] },
      { to: 'WebsiteLogsPolicy', whom: service('logging.s3'), for: ['s3:PutObject'] },
      { to: 'WebsiteLogsPolicy', whom: service('logging.s3'), for: ['s3:PutObject'] },
      { to: 'WebsiteLogsPolicy', whom: service('logging.s3'), for: ['s3:PutObject'] },
      { to: 'WebsitePagePolicy', whom: service('cloudfront'), for: ['s3:GetObject', 's3:ListBucket'] },
      ...resultsReaders.map(() => ({
        to: 'WebsiteResultsPolicy',
        whom: service('cloudfront'),
        for: ['s3:GetObject', 's3:ListBucket'],
      })),
      { to: 'WebsiteProofsPolicy', whom: service('cloudfront'), for: ['s3:GetObject', 's3:ListBucket'] },
      { to: 'WebsiteMediaPolicy', whom: service('cloudfront'), for: ['s3:GetObject', 's3:ListBucket'] },
    ]);
    const [logOfPage, logOfResults, logOfProofs, logOfMedia, logOfFiles, ...readings] = policies.map(({ when }) =>
      textsIn(when).join(''),
    );
    expect([logOfPage, logOfResults, logOfProofs, logOfMedia, logOfFiles]).toEqual([
      expect.stringContaining('WebsitePage'),
      expect.stringContaining('WebsiteResults'),
      expect.stringContaining('WebsiteProofs'),
      expect.stringContaining('WebsiteMedia'),
      expect.stringContaining('WebsiteFiles'),
    ]);
    for (const reading of readings) expect(reading).toMatch(/:distribution\/Website(Crowd)?Distribution/);
    const byCrowd = readings.filter((reading) => reading.includes('WebsiteCrowd'));
    expect(byCrowd).toHaveLength(resultsReaders.length - 1);
  });

  test('through the endpoints of the network only this account acts, on this account, and does no more than functions must', () => {
    const us = { StringEquals: { 'aws:PrincipalAccount': account, 'aws:ResourceAccount': account } };
    expect(lettingIn('AWS::EC2::VPCEndpoint')).toEqual([
      {
        to: 'NetworkVpcqueues',
        whom: { AWS: '*' },
        for: ['sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes', 'sqs:SendMessage'],
        when: us,
      },
      { to: 'NetworkVpcsecrets', whom: { AWS: '*' }, for: ['secretsmanager:GetSecretValue'], when: us },
      {
        to: 'NetworkVpcfiles',
        whom: { AWS: '*' },
        for: [
          's3:AbortMultipartUpload',
          's3:DeleteObject',
          's3:GetObject',
          's3:ListBucket',
          's3:PutObject',
          's3:PutObjectTagging',
        ],
        when: us,
      },
    ]);
  });

  test('roles are taken by services, never by people or other accounts', () => {
    const takers = lettingIn('AWS::IAM::Role', 'AssumeRolePolicyDocument');
    expect(takers.length).toBeGreaterThan(20);
    for (const { for: actions } of takers) expect(actions).toEqual(['sts:AssumeRole']);
    const services = new Set(takers.map(({ whom }) => JSON.stringify(whom)));
    const expected = ['lambda', 'scheduler', 'vpc-flow-logs', ...(profile === 'production' ? ['rds'] : [])];
    expect([...services].sort()).toEqual(expected.map((name) => JSON.stringify(service(name))).sort());
  });

  test('schedules of this account run our functions, and those of no other', () => {
    const byScheduler = lettingIn('AWS::IAM::Role', 'AssumeRolePolicyDocument').filter(
      ({ whom }) => JSON.stringify(whom) === JSON.stringify(service('scheduler')),
    );
    expect(byScheduler.length).toBeGreaterThan(5);
    for (const { when } of byScheduler) expect(when).toEqual({ StringEquals: { 'aws:SourceAccount': account } });
  });

  test('an endpoint without a policy is that of SES, which has none in every region', () => {
    const open = ofType('AWS::EC2::VPCEndpoint').filter(({ properties }) => !properties.PolicyDocument);
    expect(open.map(({ properties }) => textsIn(properties.ServiceName).at(-1))).toEqual([
      expect.stringMatching(/\.email$/),
    ]);
  });

  test('requests to a bucket or the topic without TLS are refused', () => {
    for (const type of ['AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy'])
      for (const { properties } of ofType(type)) {
        const refusals = listAt(properties, 'PolicyDocument', 'Statement').filter(
          (statement) => dig(statement, 'Effect') === 'Deny',
        );
        expect(refusals.map((statement) => dig(statement, 'Condition'))).toEqual([
          { Bool: { 'aws:SecureTransport': 'false' } },
        ]);
      }
    expect(ofType('AWS::S3::BucketPolicy')).toHaveLength(ofType('AWS::S3::Bucket').length);
  });

  test('a mail leaves encrypted or not at all; a proxy takes nobody in without TLS and IAM', () => {
    expect(dig(ofType('AWS::SES::ConfigurationSet')[0]?.properties, 'DeliveryOptions', 'TlsPolicy')).toBe('REQUIRE');
    for (const { properties } of ofType('AWS::RDS::DBProxy'))
      expect(properties).toMatchObject({ RequireTLS: true, DefaultAuthScheme: 'IAM_AUTH' });
  });
});
