import { type VariantName, variants } from './variants';
import { writeDelivery, writeTemplates } from './write-templates';

/**
 * A separate program, because jest would load the CDK again for every file. Writes every variant into the given folder.
 */
const [directory] = process.argv.slice(2);
if (!directory) throw new Error('Say where to: write-all-templates.ts <folder>.');
for (const name of Object.keys(variants) as VariantName[]) writeTemplates(directory, name);
writeDelivery(directory);
