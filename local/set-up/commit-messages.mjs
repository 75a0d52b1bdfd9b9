import { run } from './run.mjs';

const longestSubject = 72;

/** What git writes when nobody does, and what is meant to be folded into another commit. */
const noise = /^(Merge (branch|branches|remote-tracking|pull request|tag|commit)\b|fixup!|squash!|amend!|WIP\b)/i;

/**
 * What is wrong with a commit message, one sentence each. That a subject is in the imperative is for the reviewer.
 * @param {string} message subject and body as git stores them
 * @returns {string[]}
 */
export const faultsOf = (message) => {
  const [subject = '', second = '', ...body] = message.trimEnd().split('\n');
  const faults = [];
  if (noise.test(subject)) faults.push('the subject is noise: rebase, or say what the commit changes');
  else if (!/^\p{Lu}/u.test(subject)) faults.push('the subject begins without a capital letter');
  const { length } = Array.from(subject);
  if (length > longestSubject)
    faults.push(`the subject has ${length} characters, ${longestSubject} at most: the rest goes into the body`);
  if (/[.…]$/.test(subject)) faults.push('the subject ends with a period');
  if (second !== '') faults.push('the line between subject and body is not empty');
  if (body.some((line) => /^#? ?Conflicts:$/.test(line))) faults.push('the body lists merge conflicts');
  return faults;
};

/**
 * Checks the commits that are not on the main branch yet, and prints one line for what it found.
 * Older commits are left alone: history is not rewritten for a rule that came later.
 * @param {string} repository
 * @param {(line: string) => void} [say]
 * @returns {Promise<number>} 0, or 1 when a message breaks a rule
 */
export const checkCommitMessages = async (repository, say = console.log) => {
  const git = (...args) => run('git', args, { cwd: repository, quiet: true }).catch(() => ({ code: 127, output: '' }));
  let main;
  for (const branch of ['origin/main', 'main'])
    if (!main && (await git('rev-parse', '--verify', '--quiet', `${branch}^{commit}`)).code === 0) main = branch;
  if (!main) {
    say('  – commit messages are not checked: there is no branch main or origin/main here');
    return 0;
  }
  const { code, output } = await git('log', '--reverse', '-z', '--format=%h%n%B', `${main}..HEAD`);
  if (code !== 0) throw new Error(`git could not list the commits after ${main}: ${output.trim()}`);
  const commits = output.split('\0').filter((commit) => commit !== '');
  let wrong = 0;
  for (const commit of commits) {
    const [hash = '', ...message] = commit.split('\n');
    const faults = faultsOf(message.join('\n'));
    if (faults.length === 0) continue;
    wrong += 1;
    say(`  ✗ ${hash} "${message[0]}": ${faults.join('; ')}`);
  }
  if (wrong === 0) say(`  ✓ ${commits.length} commit messages since ${main}`);
  return wrong === 0 ? 0 : 1;
};
