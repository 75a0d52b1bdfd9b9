import { buildSite } from './build';
import { addConsole } from './build-console';

/** `npm run build:site`: the page and the console as they are deployed. */
const site = { outDir: 'dist/site', minify: true };

buildSite(site)
  .then(() => addConsole(site))
  .then(
    ({ files }) => console.log(Object.values(files).join('\n')),
    (error) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
