import { accessIsProven } from './access.contract';
import { afterTheRush } from './after-the-rush.contract';
import { bankAsks } from './bank-asks.contract';
import { canaryContract } from './canary.contract';
import { describedApi } from './described-api.contract';
import { firstRace } from './first-race.contract';
import { racesWithForms } from './forms.contract';
import { askedTwice, guardedApi } from './guarded-api.contract';
import { lineRuns } from './line.contract';
import { paying } from './paying.contract';
import { receiptsAreIssued } from './receipts.contract';
import { theRush } from './rush.contract';
import { smokeFindsNothing } from './smoke.contract';
import { standbyIsBehind } from './standby-behind.contract';
import { stopAndStart } from './stop-and-start.contract';
import { watchBrowsers } from './support/onlookers';
import { tenKilometres } from './support/program';
import { runSystem } from './support/running-system';
import { sideBySide } from './support/side-by-side';
import { noSecretIsLogged } from './told-secrets.contract';
import { oneRunner, wholeWay } from './whole-way.contract';

// A message that a stalled worker gave back arrives again after one or two minutes.
jest.setTimeout(900_000);

/** All contracts share one system, because starting one costs more than most of the tests. */
const system = runSystem();
const onlookers = watchBrowsers();

// First, while nobody holds a spot: only then is the verdict on an opening exact.
describe('an opening', () => {
  theRush(system, onlookers);
  afterTheRush(system, tenKilometres);
});
describe('in the browser', () => oneRunner(system, onlookers));
sideBySide(system, onlookers, 'at the same time', (walks) => {
  // First, because an invoice is issued at the next full minute.
  receiptsAreIssued(system, walks);
  lineRuns(system, walks);
  firstRace(system, walks);
  wholeWay(system, walks);
  paying(system, walks);
  bankAsks(system, walks);
  racesWithForms(system, walks);
  askedTwice(system, walks);
});
describe('without the page', () => {
  describedApi(system);
  guardedApi(system);
  accessIsProven(system);
  smokeFindsNothing(system);
  standbyIsBehind(system);
  canaryContract(system);
});
describe('in the logs', () => noSecretIsLogged(system));
describe('in the terminal', () => stopAndStart(system, onlookers));
