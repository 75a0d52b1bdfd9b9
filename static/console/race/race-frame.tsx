import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { RaceDetailsMessage } from '../../../lambdas/api/console/messages';
import { useValue } from '../../src/page/use-value';
import { deskKey, forgetDesks } from '../desk/desk-key';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Shown } from '../page/words';
import { previewPath } from '../preview/preview-path';
import { StatePill } from '../races/state-pill';
import { type Session, session } from '../sign-in/session';
import * as t from '../texts/en';
import * as p from '../texts/preview';
import type { May, RaceScreen } from './race-screen';

const mayIn = (raceId: string, commands: readonly { readonly name: string }[], now: Session): May => {
  const own = now.kind === 'in' ? now.who.roles.filter((given) => [undefined, raceId].includes(given.raceId)) : [];
  return {
    command: (name) => commands.some((command) => command.name === name),
    be: (...roles) => own.some(({ role }) => roles.includes(role)),
  };
};

/** Whether a link leads to this screen (`page`), or to the list that this screen belongs to (`true`). */
const currentOf = (path: string, href: string, end: string): 'page' | 'true' | undefined =>
  path === href ? 'page' : end !== '' && path.startsWith(`${href}/`) ? 'true' : undefined;

/** Links to the screens of a race. On a phone they are one line, which a button unfolds. */
const Tabs = ({ children }: { readonly children: ComponentChildren }) => {
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const line = list.current;
    const link = line?.querySelector<HTMLElement>('[aria-current]');
    // Where they are one line, the screen that is shown is in sight.
    if (line && link) line.scrollLeft = link.offsetLeft - line.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
  }, [isOpen]);
  return (
    <nav class="tabs" aria-label={t.raceNavigation}>
      <button
        type="button"
        class="plain tabs-all"
        aria-expanded={isOpen}
        aria-controls="tabs"
        onClick={() => setOpen(!isOpen)}
      >
        {t.allScreens}
      </button>
      <ul id="tabs" ref={list} class={isOpen ? 'tabs-open' : undefined}>
        {children}
      </ul>
    </nav>
  );
};

/** Puts a screen about a race below the name of the race and the links to its other screens. */
export const inRace = (Screen: RaceScreen['component'], screens: readonly RaceScreen[]) => () => {
  const { raceId = '' } = useRoute().params;
  const { path } = useLocation();
  const now = useValue(session);
  const race = useData<RaceDetailsMessage>(at`/races/${raceId}`, 10);
  const isMissing = race.kind === 'failed' && race.failure.kind === 'problem' && race.failure.name === 'not-found';
  // This address opens a list of a race in which they have no role any more.
  useEffect(() => {
    if (isMissing && deskKey() !== undefined) forgetDesks();
  }, [isMissing]);
  const allowed = useData<{ readonly commands: readonly { readonly name: string }[] }>(at`/races/${raceId}/commands`);
  return (
    <Shown data={race} what={t.things.race} isWhole>
      {(shown) => (
        <Shown data={allowed} what={t.things.race} isWhole>
          {({ commands }) => {
            const may = mayIn(raceId, commands, now);
            return (
              <div class="column race">
                <div class="race-head">
                  <p class="race-name">
                    <a href={`/console/races/${raceId}`}>{shown.name}</a>
                  </p>
                  <StatePill state={shown.state} />
                  <a class="quiet" href={`/races/${raceId}`}>
                    {t.runnersPage}
                  </a>
                  <a class="quiet" href={previewPath(raceId)}>
                    {p.seeAsRunner}
                  </a>
                </div>
                <Tabs key={path}>
                  {screens
                    .filter(({ label, isFor }) => label !== undefined && isFor(may))
                    .map(({ path: end, label }) => {
                      const href = `/console/races/${raceId}${end}`;
                      const current = currentOf(path, href, end);
                      return (
                        <li key={end}>
                          <a href={href} aria-current={current}>
                            {label}
                          </a>
                        </li>
                      );
                    })}
                </Tabs>
                <Screen race={shown} may={may} />
              </div>
            );
          }}
        </Shown>
      )}
    </Shown>
  );
};
