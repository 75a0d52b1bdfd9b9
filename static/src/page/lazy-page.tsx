import type { ComponentType } from 'preact';
import type { lazyPages } from '../lazy-pages';
import { LoadFailed, Loading } from './trouble';
import { useLoaded } from './use-loaded';

type Pages = typeof lazyPages;

const load = () =>
  import('../lazy-pages').then(
    (module) => ({ kind: 'ok', value: module.lazyPages }) as const,
    () => ({ kind: 'network' }) as const,
  );

/** A component that loads the second script and then shows one of its pages or screens. */
export const lazyPage =
  <Props extends object>(pick: (pages: Pages) => ComponentType<Props>) =>
  (props: Props) => {
    const loaded = useLoaded('lazy-pages', load);
    if (loaded.kind === 'reading') return <Loading what="page" />;
    // Browsers remember that a script failed to load. Only a new document asks for it again.
    if (loaded.kind === 'failed')
      return <LoadFailed failure={loaded.failure} again={() => location.reload()} what="page" />;
    const Page = pick(loaded.value);
    return <Page {...props} />;
  };
