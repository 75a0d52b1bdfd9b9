// The Powertools logger writes past console unless told otherwise; SDK clients must never look for real credentials.
process.env.POWERTOOLS_DEV = 'true';
process.env.POWERTOOLS_METRICS_NAMESPACE = 'Startline';
process.env.AWS_REGION = 'us-east-1';
process.env.AWS_ACCESS_KEY_ID = 'local';
process.env.AWS_SECRET_ACCESS_KEY = 'local';
// The SDK sooner or later asks for a newer Node than the oldest supported one; a developer need not read that in each
// test.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
