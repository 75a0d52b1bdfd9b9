import { LocationProvider, Route, Router } from 'preact-iso/router';
import { givingPage, lazyPage, resultsPage } from './page/lazy-page';
import { NotFound } from './page/problem-screen';
import { Shell } from './page/shell';
import { RaceListPage } from './race/race-list-page';
import { RacePage } from './race/race-page';
import { RegisterPage } from './registration/register-page';

const join = lazyPage((pages) => pages.join);
const place = lazyPage((pages) => pages.place);
const link = lazyPage((pages) => pages.link);
const registration = lazyPage((pages) => pages.registration);
const teams = lazyPage((pages) => pages.teams);
const live = lazyPage((pages) => pages.live);
const news = lazyPage((pages) => pages.news);
const transfer = lazyPage((pages) => pages.transfer);
const fundraisers = givingPage((pages) => pages.fundraisers);
const fundraiser = givingPage((pages) => pages.fundraiser);
const draw = lazyPage((pages) => pages.draw);
const results = resultsPage((pages) => pages.ResultsPages);

export const App = () => (
  <LocationProvider>
    <Shell>
      <Router>
        <Route path="/" component={RaceListPage} />
        <Route path="/races/:raceId" component={RacePage} />
        <Route path="/races/:raceId/register" component={RegisterPage} />
        <Route path="/races/:raceId/waiting-list" component={join} />
        <Route path="/races/:raceId/draw" component={draw} />
        <Route path="/races/:raceId/live" component={live} />
        <Route path="/races/:raceId/fundraisers" component={fundraisers} />
        <Route path="/races/:raceId/fundraisers/:slug" component={fundraiser} />
        <Route path="/races/:raceId/results/:set?/:bib?" component={results} />
        <Route path="/races/:raceId/teams/:teamId?" component={teams} />
        <Route path="/waiting-list/:placeId" component={place} />
        <Route path="/registrations" component={link} />
        <Route path="/registrations/:registrationId" component={registration} />
        <Route path="/news/:raceId" component={news} />
        <Route path="/transfers/:transferId" component={transfer} />
        <Route default component={NotFound} />
      </Router>
    </Shell>
  </LocationProvider>
);
