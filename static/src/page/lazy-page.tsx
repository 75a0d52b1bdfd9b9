import type { ComponentType } from 'preact';
import { LoadFailed, Loading } from './problem-screen';
import { useLoaded } from './use-loaded';

/** Makes components that load a script and then show one of its pages or screens. */
const pagesOf =
  <Pages,>(load: () => Promise<Pages>) =>
  <Props extends object>(pick: (pages: Pages) => ComponentType<Props>) =>
  (props: Props) => {
    const loaded = useLoaded('pages', () =>
      load().then(
        (value) => ({ kind: 'ok', value }) as const,
        () => ({ kind: 'network' }) as const,
      ),
    );
    if (loaded.kind === 'reading') return <Loading what="page" />;
    // Browsers remember that a script failed to load. Only a new document asks for it again.
    if (loaded.kind === 'failed')
      return <LoadFailed failure={loaded.failure} again={() => location.reload()} what="page" />;
    const Page = pick(loaded.value);
    return <Page {...props} />;
  };

/** Pages and screens of the second script. */
export const lazyPage = pagesOf(() => import('../lazy-pages').then(({ lazyPages }) => lazyPages));
/** The screens of the pay step, which load while the forms before it are filled in. */
export const payPage = pagesOf(() => import('../pay-pages').then(({ payPages }) => payPages));
/** The screens of a race that has a form. */
export const formPage = pagesOf(() => import('../form-pages').then(({ formPages }) => formPages));
