import { stopDatabases } from './database-server';

/** Jest's globalTeardown. */
export default stopDatabases;
