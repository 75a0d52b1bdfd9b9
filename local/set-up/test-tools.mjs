import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, commandFor, isRoot, onPath } from './apt.mjs';
import { Advice, isOffline, run, step, tail } from './run.mjs';

const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const variables = ['CHROME', 'CHROME_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'];

/** The path of a Chromium for the browser tests; installs Debian's as root. */
export const findOrInstallChromium = async () => {
  for (const name of variables) {
    const file = process.env[name];
    if (!file) continue;
    if (!existsSync(file)) throw new Advice(`${name} names ${file}, which does not exist.`);
    return file;
  }
  const find = () => onPath(...browsers) ?? applications.find((file) => existsSync(file));
  const found = find();
  if (found) return found;
  let said = '';
  if (onPath('apt-get') && isRoot())
    await step('chromium for the browser tests: Debian packages, about 100 MB', async () => {
      said = (await aptInstall('chromium')) ?? '';
    });
  const installed = find();
  if (installed) return installed;
  const how = commandFor({ apt: 'chromium', brew: '--cask chromium', dnf: 'chromium' });
  const why = isOffline(said) ? ' The package archive could not be reached.' : said ? `\n${tail(said)}\n` : '';
  throw new Advice(
    `The browser tests need Chromium or Chrome.${why} Install it (${how}), or name yours: CHROME=/path/to/chrome npm test`,
  );
};

const version = '1.58.*';

/** cfn-lint in a Python environment of its own below `tools`. */
export const installCfnLint = async (tools) => {
  const python = join(tools, 'python');
  const linter = join(python, 'bin/cfn-lint');
  if (existsSync(linter) && (await run(linter, ['--version'], { quiet: true })).code === 0) return linter;
  return step('cfn-lint: Python packages, about 30 MB', async () => {
    rmSync(python, { recursive: true, force: true });
    const create = () => run('python3', ['-m', 'venv', python], { quiet: true });
    let made = onPath('python3') ? await create() : { code: 1, output: 'python3 is missing' };
    if (made.code !== 0 && onPath('apt-get') && isRoot()) {
      await aptInstall('python3', 'python3-venv');
      rmSync(python, { recursive: true, force: true });
      made = onPath('python3') ? await create() : made;
    }
    const how = commandFor({ apt: 'python3 python3-venv', brew: 'python', dnf: 'python3' });
    if (made.code !== 0)
      throw new Advice(
        `The template's linter needs Python 3 with venv. Install it and run the same command again: ${how}\n${tail(made.output)}`,
      );
    const flags = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    const install = await run(join(python, 'bin/python'), [...flags, `cfn-lint==${version}`], { quiet: true });
    if (install.code === 0) return linter;
    rmSync(python, { recursive: true, force: true });
    if (isOffline(install.output))
      throw new Advice(
        `pip could not reach its index to install cfn-lint. Check the network and run the same command again.\n${tail(install.output)}`,
      );
    throw new Advice(`pip could not install cfn-lint ${version}:\n${tail(install.output)}`);
  });
};
