import { useEffect } from 'preact/hooks';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Shown } from '../page/words';
import * as t from '../texts/en';

interface MachinesMessage {
  readonly keys: readonly { readonly raceId: string; readonly keyId: string; readonly label: string }[];
  readonly webhooks: readonly { readonly raceId: string; readonly endpointId: string; readonly host: string }[];
}

interface MachinesProps {
  /** A race, or `all`. */
  readonly scope: string;
  readonly staffId: string;
  readonly name: string;
  /** Absent where they cannot be ended. */
  readonly ending?: { readonly isChosen: boolean; readonly choose: (isChosen: boolean) => void };
}

/** Before somebody leaves: the keys and webhooks that work on without them. */
export const Machines = ({ scope, staffId, name, ending }: MachinesProps) => {
  const data = useData<MachinesMessage>(at`/staff/${scope}/${staffId}/machines`);
  // The dialog was opened: what was chosen in another one does not count.
  useEffect(() => ending?.choose(false), []);
  return (
    <Shown data={data} what={t.things.list}>
      {({ keys, webhooks }) =>
        keys.length + webhooks.length > 0 && (
          <>
            <p>{t.machinesWords(name)}</p>
            <ul>
              {keys.map(({ raceId, keyId, label }) => (
                <li key={keyId}>
                  <a href={`/console/races/${raceId}/keys`}>{t.machineKey(label)}</a>{' '}
                  <span class="quiet">{t.ofRace(raceId)}</span>
                </li>
              ))}
              {webhooks.map(({ raceId, endpointId, host }) => (
                <li key={endpointId}>
                  <a href={`/console/races/${raceId}/webhooks`}>{t.machineWebhook(host)}</a>{' '}
                  <span class="quiet">{t.ofRace(raceId)}</span>
                </li>
              ))}
            </ul>
            {ending && (
              <>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={ending.isChosen}
                    onChange={({ currentTarget }) => ending.choose(currentTarget.checked)}
                  />
                  {t.endMachines}
                </label>
                <p class="quiet">{t.machinesHint}</p>
              </>
            )}
          </>
        )
      }
    </Shown>
  );
};
