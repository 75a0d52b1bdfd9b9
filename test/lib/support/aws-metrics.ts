/**
 * Metrics of AWS that our alarms and the dashboard use: by namespace and set of dimensions, with the page on which AWS names
 * them. A name that is wrong makes an alarm that never goes off, and CloudFormation does not notice it.
 */
export const awsMetrics: readonly {
  readonly see: string;
  readonly namespace: string;
  readonly dimensions: readonly string[];
  readonly names: readonly string[];
}[] = [
  {
    see: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
    namespace: 'AWS/Lambda',
    dimensions: ['FunctionName'],
    names: ['ConcurrentExecutions', 'Errors', 'Invocations', 'Throttles'],
  },
  {
    see: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-concurrency.html',
    namespace: 'AWS/Lambda',
    dimensions: ['FunctionName', 'Resource'],
    names: ['ProvisionedConcurrencyUtilization'],
  },
  {
    see: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html',
    namespace: 'AWS/SQS',
    dimensions: ['QueueName'],
    names: ['ApproximateAgeOfOldestMessage', 'ApproximateNumberOfMessagesVisible', 'NumberOfMessagesDeleted'],
  },
  {
    see: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html',
    namespace: 'AWS/ApiGateway',
    dimensions: ['ApiId'],
    names: ['5xx', 'Count'],
  },
  {
    see: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html',
    namespace: 'AWS/CloudFront',
    dimensions: ['DistributionId', 'Region'],
    names: ['5xxErrorRate'],
  },
  {
    see: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.AuroraMonitoring.Metrics.html',
    namespace: 'AWS/RDS',
    dimensions: ['DBClusterIdentifier'],
    names: ['ACUUtilization', 'DatabaseConnections', 'ServerlessDatabaseCapacity'],
  },
  {
    see: 'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/rds-proxy.monitoring.html',
    namespace: 'AWS/RDS',
    dimensions: ['ProxyName'],
    names: ['ClientConnections', 'DatabaseConnectionsBorrowLatency', 'DatabaseConnectionsCurrentlySessionPinned'],
  },
  {
    see: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/CacheMetrics.HostLevel.html',
    namespace: 'AWS/ElastiCache',
    dimensions: ['CacheClusterId'],
    names: ['CPUUtilization'],
  },
  {
    see: 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/CacheMetrics.Memcached.html',
    namespace: 'AWS/ElastiCache',
    dimensions: ['CacheClusterId'],
    names: ['CurrConnections', 'Evictions'],
  },
  {
    see: 'https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-cloudwatch-alarm.html',
    namespace: 'AWS/SES',
    dimensions: [],
    names: ['Reputation.BounceRate', 'Reputation.ComplaintRate'],
  },
];
