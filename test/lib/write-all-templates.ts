import { type VariantName, variants } from './variants';
import { writeTemplates } from './write-templates';

/** A program, because jest would read the CDK anew for every file: writes every variant into the folder it is given. */
const [directory] = process.argv.slice(2);
if (!directory) throw new Error('Say where to: write-all-templates.ts <folder>.');
for (const name of Object.keys(variants) as VariantName[]) writeTemplates(directory, name);
