import { readArguments, refuse } from '../../local/supervisor/read-arguments';
import { smoke } from './smoke';

const usage = `npm run smoke -- --url https://run.example.com [--hold <race>] [--deadline 90]

Asks a deployed system what any visitor may ask, and ends with 1 when an answer is not as it should be.

  --url       the site: the output Url of the stack with the site
  --hold      a race of which one spot is held; the hold runs out by itself. Without it nothing is written
  --deadline  seconds for which a check is repeated: a cold system answers late`;

const run = async (): Promise<void> => {
  const values = readArguments(
    { url: { type: 'string' }, hold: { type: 'string' }, deadline: { type: 'string', default: '90' } },
    usage,
  );
  if (!values.url || !URL.canParse(values.url))
    return refuse(`--url is ${values.url ?? 'missing'}; it must be the address of the site.`, usage);
  if (!/^\d+$/.test(values.deadline))
    return refuse(`--deadline is ${values.deadline}; it must be a whole number of seconds.`, usage);
  const checked = await smoke({
    url: new URL(values.url).origin,
    deadlineSeconds: Number(values.deadline),
    ...(values.hold !== undefined && { hold: values.hold }),
  });
  for (const { name, problem } of checked) console.log(problem === undefined ? `✓ ${name}` : `✗ ${name}: ${problem}`);
  if (checked.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
