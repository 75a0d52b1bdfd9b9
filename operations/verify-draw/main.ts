import { quicknet, readBeacon } from '../../lambdas/line/draw/chain';
import { readCommandLine, refuse } from '../../local/supervisor/read-arguments';
import { checkDraw } from './check-draw';
import { proofAt } from './read-proof';

const usage = `npm run verify:draw -- <https://run.example.com/proof/line-id | folder> [--beacon <setting>]

Recomputes the draw of a line from its proof: an address, or a folder with the files below it. Ends with 1 when a check fails.

  --beacon  the setting BEACON_URLS of a system that draws by a chain of its own, such as one on this machine`;

const run = async (): Promise<void> => {
  const { positionals, values } = readCommandLine({ beacon: { type: 'string' } }, usage);
  const [where, ...more] = positionals;
  if (!where || more.length > 0)
    return refuse(`${positionals.length} proofs are named; one address or folder was expected.`, usage);
  const chain = values.beacon ? readBeacon(values.beacon).chain : quicknet;
  const { draw, checks, notes } = await checkDraw(proofAt(where), chain);
  // A right proof of another draw passes every check.
  console.log(`The draw of race ${draw.raceId}, which opened at ${draw.gun}: line ${draw.lineId}.`);
  for (const { what, wrong } of checks) {
    console.log(wrong === undefined ? 'ok   ' : 'WRONG', what);
    if (wrong !== undefined) console.log('     ', wrong);
  }
  for (const note of notes) console.log('note ', note);
  const failed = checks.filter(({ wrong }) => wrong !== undefined).length;
  if (failed > 0)
    throw new Error(`${failed} of ${checks.length} checks failed: this is not the draw that was promised.`);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
