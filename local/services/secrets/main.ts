import { runAsChild } from '../../child-process-main';
import { listen } from '../../listen';
import { readSettings } from '../../read-settings';
import { makeSecrets } from './make-secrets';
import { createSecretsServer } from './secrets-server';

const { PORT, SECRETS_FILE } = readSettings('PORT', 'SECRETS_FILE');
const stop = await listen(createSecretsServer(makeSecrets(SECRETS_FILE)), Number(PORT));
runAsChild('secrets', stop);
