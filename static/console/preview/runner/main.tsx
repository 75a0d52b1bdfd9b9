import { render } from 'preact';
import { lazyPage } from '../../../src/page/lazy-page';
import { Shell } from '../../../src/page/shell';
import { RaceListPage } from '../../../src/race/race-list-page';
import { RacePage } from '../../../src/race/race-page';
import { RegisterPage } from '../../../src/registration/register-page';
import type { PreviewScript } from '../world';
import { setClock, stopClock } from './clock';
import { forgetKept } from './kept';
import { forgetAnswers } from './local-answers';
import { goTo, Route, Router } from './router';
import { putWorld } from './world';

const paths = {
  list: '/',
  race: '/races/:raceId',
  register: '/races/:raceId/register',
  join: '/races/:raceId/waiting-list',
  place: '/waiting-list/:placeId',
};

const Join = lazyPage((pages) => pages.join);
const Place = lazyPage((pages) => pages.place);

/** The pages of a runner who looks at a race and registers. */
const Pages = () => (
  <Shell>
    <Router>
      <Route path={paths.list} component={RaceListPage} />
      <Route path={paths.race} component={RacePage} />
      <Route path={paths.register} component={RegisterPage} />
      <Route path={paths.join} component={Join} />
      <Route path={paths.place} component={Place} />
    </Router>
  </Shell>
);

const isPart = (path: string): boolean =>
  /^\/(?:$|races\/[^/]+(?:\/(?:register|waiting-list))?$|waiting-list\/[^/]+$)/.test(path);

/** Every link stays in the preview, however it is opened. */
const followLinks = (place: HTMLElement, onOutside: () => void) => (click: MouseEvent) => {
  const link = click.target instanceof Element ? click.target.closest('a') : null;
  const href = link?.getAttribute('href') ?? '#';
  if (!place.contains(link) || href.startsWith('#')) return;
  click.preventDefault();
  if (isPart(new URL(href, 'http://preview.invalid').pathname)) goTo(href);
  else onOutside();
};

export { showForm } from './form-preview';
export { raceOfDraft } from './race-of';

export const showPreview: PreviewScript['showPreview'] = (place, world) => {
  putWorld(world);
  forgetKept();
  forgetAnswers();
  setClock(world.at);
  goTo(`/races/${world.race.id}`);
  const follow = followLinks(place, world.onOutside);
  place.addEventListener('click', follow);
  render(<Pages />, place);
  return () => {
    render(null, place);
    place.removeEventListener('click', follow);
    stopClock();
    putWorld(undefined);
  };
};
