import type { ComponentType } from 'preact';
import type { laterPages } from '../later-pages';
import { Reading, Unread } from './trouble';
import { useLoaded } from './use-loaded';

type Pages = typeof laterPages;

const load = () =>
  import('../later-pages').then(
    (module) => ({ kind: 'ok', value: module.laterPages }) as const,
    () => ({ kind: 'network' }) as const,
  );

/** A page or screen that comes with the second script. */
export const later =
  <Props extends object>(pick: (pages: Pages) => ComponentType<Props>) =>
  (props: Props) => {
    const loaded = useLoaded('later', load);
    if (loaded.kind === 'reading') return <Reading what="the page" />;
    // Browsers remember a script that did not come; only a new document asks for it again.
    if (loaded.kind === 'failed')
      return <Unread failure={loaded.failure} again={() => location.reload()} what="page" />;
    const Page = pick(loaded.value);
    return <Page {...props} />;
  };
