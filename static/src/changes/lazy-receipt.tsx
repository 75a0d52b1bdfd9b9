import type { ComponentProps } from 'preact';
import { LoadFailed, Loading } from '../page/problem-screen';
import { useLoaded } from '../page/use-loaded';
import type { ReceiptPage } from '../receipt/receipt-page';

/** Loads the script of the receipt and shows it. It is not among the loaders of `lazy-page.tsx`, which load at an opening. */
export const LazyReceipt = (props: ComponentProps<typeof ReceiptPage>) => {
  const loaded = useLoaded('receipt-pages', () =>
    import('../receipt-pages').then(
      (value) => ({ kind: 'ok', value }) as const,
      () => ({ kind: 'network' }) as const,
    ),
  );
  if (loaded.kind === 'reading') return <Loading what="page" />;
  // Browsers remember that a script failed to load. Only a new document asks for it again.
  if (loaded.kind === 'failed')
    return <LoadFailed failure={loaded.failure} again={() => location.reload()} what="page" />;
  const { ReceiptPage: Page } = loaded.value;
  return <Page {...props} />;
};
