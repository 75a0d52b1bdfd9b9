import { type Group, groups } from './variants';
import { writeDelivery, writeTemplates } from './write-templates';

/**
 * A separate program, because jest would load the CDK again for every file. Writes every variant of a group into the given folder,
 * and with the first group the template of the workflows' roles.
 */
const [directory, group = ''] = process.argv.slice(2);
if (!directory || !Object.hasOwn(groups, group))
  throw new Error(
    `Say where to, and which of ${Object.keys(groups).join(', ')}: write-all-templates.ts <folder> <group>.`,
  );
for (const name of groups[group as Group]) writeTemplates(directory, name);
if (group === 'templates') writeDelivery(directory);
