import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useValue } from '../src/page/use-value';
import { lazyScreen } from './page/lazy-screen';
import { Shell } from './page/shell';
import { FailureNote, Missing, Reading } from './page/words';
import { inRace } from './race/race-frame';
import { innerPlaces, places, raceScreens } from './screens';
import { InterruptionDialog } from './sign-in/interruption';
import { LinkPage } from './sign-in/link-page';
import { PasskeyGate } from './sign-in/passkey-gate';
import { readSession, session } from './sign-in/session';
import { SignInPage } from './sign-in/sign-in-page';
import * as t from './texts/en';

const OfflineDesk = lazyScreen(t.things.desk, async () => (await import('./desk/offline-desk')).OfflineDesk);

/** Links to the runners' page leave the console. */
export const App = () => (
  <LocationProvider scope="/console">
    <Shell>
      <Gate />
    </Shell>
    <InterruptionDialog />
  </LocationProvider>
);

const ofRace = raceScreens.map(({ path, component }) => ({
  path: `/console/races/:raceId${path}`,
  component: inRace(component, raceScreens),
}));

/** At every address, people who are not signed in see how to sign in. Afterwards they are where they wanted to be. */
const Gate = () => {
  const { path } = useLocation();
  const now = useValue(session);
  if (path === '/console/link') return <LinkPage />;
  switch (now.kind) {
    case 'reading':
      return <Reading what={t.things.session} />;
    case 'none':
      return <SignInPage />;
    case 'failed': {
      const [, raceId] = /^\/console\/races\/([^/]+)\/check-in$/.exec(path) ?? [];
      return raceId !== undefined ? (
        <OfflineDesk raceId={decodeURIComponent(raceId)} failure={now.failure} />
      ) : (
        <section class="narrow">
          <FailureNote failure={now.failure} />
          <button type="button" class="button" onClick={() => void readSession()}>
            {t.tryAgain}
          </button>
        </section>
      );
    }
    case 'in':
      return now.who.needsPasskey ? <PasskeyGate who={now.who} /> : <Screens />;
  }
};

const Screens = () => (
  <Router>
    {[...places, ...innerPlaces, ...ofRace].map(({ path, component }) => (
      <Route key={path} path={path} component={component} />
    ))}
    <Route default component={Missing} />
  </Router>
);
