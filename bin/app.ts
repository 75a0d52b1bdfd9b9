import { App } from 'aws-cdk-lib';
import { startline } from '../lib/startline';

startline(new App());
