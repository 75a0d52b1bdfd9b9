import { withDigest } from './image-digest';

/** `npm run image:digest -- <image>…` prints each image with the digest that it has now. */
const images = process.argv.slice(2);
try {
  if (images.length === 0) throw new Error('Usage: npm run image:digest -- <registry>/<name>:<tag> …');
  for (const image of images) console.log(await withDigest(image));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
