import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import * as t from '../texts/en';
import { FailureNote, Reading } from './words';

/** A component that is a script of its own: it is loaded when it is shown for the first time. `what`: "the form". */
export const lazyScreen = <Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let here: ComponentType<Props> | undefined;
  return (props) => {
    const [Screen, setScreen] = useState<ComponentType<Props> | 'failed' | undefined>(() => here);
    useEffect(() => {
      if (here) return;
      load().then(
        (loaded) => {
          here = loaded;
          setScreen(() => loaded);
        },
        () => setScreen('failed'),
      );
    }, []);
    if (Screen === undefined) return <Reading what={what} />;
    if (typeof Screen === 'function') return <Screen {...props} />;
    return (
      <section class="narrow">
        <FailureNote failure={{ kind: 'network' }} />
        {/* Browsers remember that a script failed to load. Only a new document asks for it again. */}
        <button type="button" class="button button-quiet" onClick={() => location.reload()}>
          {t.tryAgain}
        </button>
      </section>
    );
  };
};
