import { LocationProvider, Route, Router } from 'preact-iso';
import { Shell } from './page/shell';
import { NotFound } from './page/trouble';
import { RaceListPage } from './race/race-list-page';
import { RacePage } from './race/race-page';
import { RegisterPage } from './registration/register-page';
import { LinkPage, RegistrationPage } from './registration/registration-page';

export const App = () => (
  <LocationProvider>
    <Shell>
      <Router>
        <Route path="/" component={RaceListPage} />
        <Route path="/races/:raceId" component={RacePage} />
        <Route path="/races/:raceId/register" component={RegisterPage} />
        <Route path="/registrations" component={LinkPage} />
        <Route path="/registrations/:registrationId" component={RegistrationPage} />
        <Route default component={NotFound} />
      </Router>
    </Shell>
  </LocationProvider>
);
