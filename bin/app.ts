import { App } from 'aws-cdk-lib';
import { ConfigurationError } from '../lib/read-config';
import { startline } from '../lib/startline';

try {
  startline(new App());
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
