import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { announcement } from '../../src/page/announce';
import { useValue } from '../../src/page/use-value';
import { places as allPlaces } from '../screens';
import { session, signOut } from '../sign-in/session';
import * as t from '../texts/en';

const Mark = () => (
  <svg class="mark" viewBox="0 0 36 24" aria-hidden="true" focusable="false">
    <path class="mark-lanes" d="M0 4h36M0 12h36M0 20h36" />
    <path class="mark-line" d="M14 0v24" />
  </svg>
);

/** Header and announcements around every screen. */
export const Shell = ({ children }: { children: ComponentChildren }) => {
  const { path } = useLocation();
  const now = useValue(session);
  const said = useValue(announcement);
  const who = now.kind === 'in' && !now.who.needsPasskey ? now.who : undefined;
  // A preview has the header of the runners.
  if (who && path.startsWith('/console/preview/')) return <>{children}</>;
  const shown = who ? allPlaces.filter(({ isFor }) => isFor?.(who) ?? true) : [];
  return (
    <>
      <a class="skip" href="#content">
        {t.skip}
      </a>
      <header class="masthead console-head">
        <a class="wordmark" href="/console">
          <Mark />
          Startline <span class="console-name">{t.consoleName}</span>
        </a>
        {who && (
          <nav class="places" aria-label={t.navigation}>
            <ul>
              {shown.map(({ path: place, label }) => (
                <li key={place}>
                  <a href={place} aria-current={path === place ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {now.kind === 'in' && (
          <button type="button" class="plain sign-out" onClick={() => void signOut(false)}>
            {t.signOutWords}
            <span class="aside-for-readers"> {t.signedInAs(now.who.name)}</span>
          </button>
        )}
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <div class="aside-for-readers" role="status" aria-live="polite">
        {said}
      </div>
    </>
  );
};
