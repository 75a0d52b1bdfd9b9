import { useEffect, useState } from 'preact/hooks';
import { Heading } from '../../src/page/heading';
import { shortInstant } from '../../src/time/dates';
import type { Failure } from '../http/ask';
import { FailureNote, Note, Reading } from '../page/words';
import type { May } from '../race/race-screen';
import { readSession } from '../sign-in/session';
import * as d from '../texts/desk';
import * as t from '../texts/en';
import { CheckIn } from './check-in-screen';
import { deskKey } from './desk-key';
import { type OpenedDesk, openDeskStore } from './kept-desk';

/** What a desk orders is sent later, and the server decides then. What needs an answer at once waits for the whole console. */
const nothing: May = { command: () => false, be: () => false };

/** The check-in screen of a page that was opened without a network: with what this device kept, if the address has its key. */
export const OfflineDesk = ({ raceId, failure }: { raceId: string; failure: Failure }) => {
  const [kept, setKept] = useState<OpenedDesk | 'reading' | 'none'>('reading');
  useEffect(() => {
    void readKept(raceId).then((opened) => setKept(opened ?? 'none'));
    // Another address with another key is no other page to the browser.
    const again = () => location.reload();
    addEventListener('hashchange', again);
    return () => removeEventListener('hashchange', again);
  }, [raceId]);
  if (kept === 'reading') return <Reading what={t.things.desk} />;
  if (kept === 'none')
    return (
      <section class="narrow">
        <Heading>{t.raceScreens.checkIn}</Heading>
        <FailureNote failure={failure} />
        <p>{deskKey() === undefined ? d.kept.otherAddress : d.kept.nothing}</p>
        <button type="button" class="button" onClick={() => void readSession()}>
          {t.tryAgain}
        </button>
      </section>
    );
  return (
    <div class="column race">
      <div class="race-head">
        <p class="race-name">{kept.race.name}</p>
      </div>
      <Note>
        <p>
          {d.kept.opened(shortInstant(new Date(kept.heardAt).toISOString(), kept.race.timeZone))}{' '}
          <button type="button" class="plain" onClick={() => void readSession()}>
            {d.kept.goOnline}
          </button>
        </p>
      </Note>
      <CheckIn race={kept.race} may={nothing} kept={kept} />
    </div>
  );
};

const readKept = async (raceId: string): Promise<OpenedDesk | undefined> => {
  const key = deskKey();
  if (key === undefined) return undefined;
  try {
    return await openDeskStore(raceId, key).read();
  } catch {
    // A browser that keeps nothing, or a list that another key encrypted.
    return undefined;
  }
};
