import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LoadFailed, Loading } from './problem-screen';

/**
 * Makes components that load a script and then show one of its pages or screens. `prepare` begins to load it: a screen of a
 * script that is here is shown at once.
 */
export const pagesOf = <Pages extends object>(load: () => Promise<Pages>) => {
  let here: Pages | undefined;
  const open = () =>
    load().then((pages) => {
      here = pages;
      return pages;
    });
  const page =
    <Props extends object>(pick: (pages: Pages) => ComponentType<Props>) =>
    (props: Props) => {
      const [pages, setPages] = useState<Pages | 'failed' | undefined>(here);
      useEffect(() => {
        if (!pages) open().then(setPages, () => setPages('failed'));
      }, []);
      if (!pages) return <Loading what="page" />;
      // Browsers remember that a script failed to load. Only a new document asks for it again.
      if (pages === 'failed')
        return <LoadFailed failure={{ kind: 'network' }} again={() => location.reload()} what="page" />;
      const Page = pick(pages);
      return <Page {...props} />;
    };
  const prepare = () => {
    // A screen of it loads it again, and says when it does not come.
    open().catch(() => {});
  };
  return { page, prepare };
};

/** Pages and screens of the second script. */
export const { page: lazyPage } = pagesOf(() => import('../lazy-pages').then(({ lazyPages }) => lazyPages));
/** The screens of the pay step, which load while the forms before it are filled in. */
export const { page: payPage } = pagesOf(() => import('../pay-pages').then(({ payPages }) => payPages));
/** The screens of a race that has a form. */
export const { page: formPage } = pagesOf(() => import('../form-pages').then(({ formPages }) => formPages));
/** What few races have on their page. */
export const { page: besidesPage } = pagesOf(() => import('../besides-pages').then(({ besidesPages }) => besidesPages));
/** What it costs in a race that has a form. Its script loads while the form is filled in. */
export const { page: checkPage, prepare: prepareCheck } = pagesOf(() =>
  import('../check-pages').then(({ checkPages }) => checkPages),
);
/** Gifts, tickets and fundraisers. */
export const { page: givingPage } = pagesOf(() => import('../giving-pages').then(({ givingPages }) => givingPages));
/** The line of a race, where it has one. */
export const { page: linePage } = pagesOf(() => import('../line-pages').then(({ linePages }) => linePages));
/** The lists of results and their runners. */
export const { page: resultsPage } = pagesOf(() => import('../results-pages').then(({ resultsPages }) => resultsPages));
