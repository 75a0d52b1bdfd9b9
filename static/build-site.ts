import { buildSite } from './build';

/** `npm run build:site`: the page as it is deployed. */
buildSite({ outDir: 'dist/site', minify: true }).then(
  ({ files }) => console.log(Object.values(files).join('\n')),
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
