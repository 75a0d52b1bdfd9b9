import { existsSync } from 'node:fs';
import { aptInstall, aptKnows, commandFor, isRoot, onPath } from './apt.mjs';
import { Advice, isOffline, step, tail } from './run.mjs';

/** Debian's packages. The headless shell is the same engine without windows: it takes three fifths of the CPU. */
const headlessShell = 'chromium-headless-shell';
const packages = [headlessShell, 'chromium'];
const browsers = [...packages, 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const variables = ['CHROME', 'CHROME_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH'];

/**
 * The path of a Chromium for the browser tests. Installs Debian's as root, the headless shell also beside a browser with
 * windows. Throws Advice.
 */
export const findOrInstallChromium = async () => {
  for (const name of variables) {
    const file = process.env[name];
    if (!file) continue;
    if (!existsSync(file)) throw new Advice(`${name} names ${file}, which does not exist.`);
    return file;
  }
  const find = () => onPath(...browsers) ?? applications.find((file) => existsSync(file));
  const mayInstall = onPath('apt-get') && isRoot();
  if (find()) {
    // Where this fails, the tests take longer with what was found.
    if (mayInstall && !onPath(headlessShell) && (await aptKnows(headlessShell)))
      await step('a chromium without windows: a Debian package, 64 MB', () => aptInstall(headlessShell));
    return find();
  }
  let said = '';
  if (mayInstall)
    await step('chromium for the browser tests: Debian packages, about 100 MB', async () => {
      for (const name of packages) if (!find()) said = (await aptInstall(name)) ?? '';
    });
  const installed = find();
  if (installed) return installed;
  const how = commandFor({ apt: 'chromium', brew: '--cask chromium', dnf: 'chromium' });
  const why = isOffline(said) ? ' The package archive could not be reached.' : said ? `\n${tail(said)}\n` : '';
  throw new Advice(
    `The browser tests need Chromium or Chrome.${why} Install it (${how}), or name yours: CHROME=/path/to/chrome npm test`,
  );
};
