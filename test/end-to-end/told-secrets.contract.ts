import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresDirectory } from '../../local/services/postgres';
import { functionsNaming, linesThatTell } from './support/logs';
import type { RunningSystem } from './support/running-system';

/** Comes after the tests in which banks ask: it reads what all processes logged meanwhile. */
export const noSecretIsLogged = (system: RunningSystem): void => {
  const logs = () => join(system.dataDir, 'logs');

  test('no line tells a client secret, a confirmation token or the payment to go on with', () => {
    // Otherwise the logs would prove nothing.
    expect(functionsNaming(logs(), 'registrationId')).toEqual(expect.arrayContaining(['pay', 'settle-payments']));
    expect(linesThatTell(logs())).toEqual([]);
    expect(linesThatTell(postgresDirectory(system.dataDir))).toEqual([]);
  });

  test.each([
    'GET /v1/payment_intents/pi_3a?client_secret=pi_3a_secret_Zx-9 200',
    '{"service":"pay","message":"The bank asks.","clientSecret":"pi_3a_secret_Zx-9"}',
    '{"service":"pay","error":{"message":"{\\"client_secret\\":\\"pi_3a\\"}"}}',
    '{"service":"pay","body":{"confirmationToken":"ctoken_1"}}',
    'Error: the token ctoken_4f was used before',
    'POST /v1/payment_intents/pi_3a/confirm confirmation_token=x',
    '{"service":"pay","resume":"pi_3a"}',
    "{ resume: 'pi_3a' }",
  ])('a line that tells one is found: %s', (line) => {
    const planted = join(logs(), 'planted.log');
    writeFileSync(planted, `${line}\n`);
    try {
      expect(linesThatTell(logs())).toEqual([line]);
    } finally {
      rmSync(planted);
    }
  });
};
