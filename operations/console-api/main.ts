import { describeConsoleApi } from './describe';

process.stdout.write(`${JSON.stringify(describeConsoleApi(), undefined, 2)}\n`);
