import { spawnSync } from 'node:child_process';

/** The version is exact: Go's checksum database knows its bytes. */
const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';

/**
 * `npm run lint:workflows`: checks the syntax, expressions and scripts of `.github/workflows` with actionlint. Go fetches
 * and builds it. Ends with 1 when something is wrong, and with 0 where there is no Go.
 */
const { error, status } = spawnSync('go', ['run', actionlint], { stdio: 'inherit' });
if (error && 'code' in error && error.code === 'ENOENT')
  console.log('The workflows are not checked: actionlint needs Go (https://go.dev/dl).');
else if (error) throw error;
else process.exitCode = status === 0 ? 0 : 1;
