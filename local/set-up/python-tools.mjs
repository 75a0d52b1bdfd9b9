import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, commandFor, isRoot, onPath } from './apt.mjs';
import { Advice, isOffline, run, step, tail } from './run.mjs';

/**
 * Installs a Python package in its own virtual environment below `tools`, and resolves with the path of `program`.
 * `works`: arguments with which the right version of the program exits with 0. Throws Advice.
 */
const installPythonTool = async (tools, { folder, requirement, what, program, works }) => {
  const python = join(tools, folder);
  const wanted = join(python, 'bin', program);
  if (existsSync(wanted) && (await run(wanted, works, { quiet: true })).code === 0) return wanted;
  return step(what, async () => {
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
        `${requirement} needs Python 3 with venv. Install it and run the same command again: ${how}\n${tail(made.output)}`,
      );
    const flags = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    const install = await run(join(python, 'bin/python'), [...flags, requirement], { quiet: true });
    if (install.code === 0) return wanted;
    rmSync(python, { recursive: true, force: true });
    if (isOffline(install.output))
      throw new Advice(
        `pip could not reach its index to install ${requirement}. Check the network and run the same command again.\n${tail(install.output)}`,
      );
    throw new Advice(`pip could not install ${requirement}:\n${tail(install.output)}`);
  });
};

/** The linter for CloudFormation templates. */
export const installCfnLint = (tools) =>
  installPythonTool(tools, {
    folder: 'python',
    requirement: 'cfn-lint==1.58.*',
    what: 'cfn-lint: Python packages, about 30 MB',
    program: 'cfn-lint',
    works: ['--version'],
  });

const emulator = '1.5.33';

/** The Python with the AWS emulator. The version is exact because local/emulator/ changes its internals. */
export const installEmulator = (tools) =>
  installPythonTool(tools, {
    folder: 'emulator',
    requirement: `ministack==${emulator}`,
    what: 'ministack, an AWS for this machine: Python packages, about 40 MB',
    program: 'python',
    works: ['-c', `from importlib.metadata import version; assert version("ministack") == "${emulator}"`],
  });
