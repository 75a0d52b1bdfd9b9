import { lazyPage } from '../../page/lazy-page';
import { readConfig } from '../../page/services';
import { useLoaded } from '../../page/use-loaded';

const TestCardList = lazyPage((pages) => pages.testCardList);

/** Shown only when the payment processor is the built-in sandbox, where no money moves. */
export const TestCards = () => {
  const loaded = useLoaded('config', readConfig);
  return loaded.kind === 'ok' && loaded.value.processor.kind === 'sandbox' ? <TestCardList /> : null;
};
