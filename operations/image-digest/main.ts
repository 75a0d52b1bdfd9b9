import { readCommandLine, refuse } from '../../local/supervisor/read-arguments';
import { withDigest } from './image-digest';

const usage = `npm run image:digest -- <registry>/<name>:<tag> …

Prints each image with the digest that it has now.`;

const { positionals: images } = readCommandLine({}, usage);
if (images.length === 0) refuse('No image is named; at least one must be.', usage);
try {
  for (const image of images) console.log(await withDigest(image));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
