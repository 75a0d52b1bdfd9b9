import { useEffect } from 'preact/hooks';
import { at } from '../http/call';
import { useData } from '../http/data';
import { Shown } from '../page/words';
import * as t from '../texts/en';

interface IntegrationsMessage {
  readonly keys: readonly { readonly raceId: string; readonly keyId: string; readonly label: string }[];
  readonly webhooks: readonly { readonly raceId: string; readonly endpointId: string; readonly host: string }[];
}

interface IntegrationsProps {
  /** A race, or `all`. */
  readonly scope: string;
  readonly staffId: string;
  readonly name: string;
  /** `lost`: only of the races that the person loses with the role of the scope. */
  readonly races?: 'lost';
  /** Absent where they cannot be ended. */
  readonly ending?: { readonly isChosen: boolean; readonly choose: (isChosen: boolean) => void };
}

/** Before somebody leaves: their keys and webhooks, which keep working unless they are ended. */
export const Integrations = ({ scope, staffId, name, races, ending }: IntegrationsProps) => {
  const query = races ? `?races=${races}` : '';
  const data = useData<IntegrationsMessage>(at`/staff/${scope}/${staffId}/integrations` + query);
  // The dialog was opened: what was chosen in another one does not count.
  useEffect(() => ending?.choose(false), []);
  return (
    <Shown data={data} what={t.things.list}>
      {({ keys, webhooks }) =>
        keys.length + webhooks.length > 0 && (
          <>
            <p>{t.integrationsWords(name)}</p>
            <ul>
              {keys.map(({ raceId, keyId, label }) => (
                <li key={keyId}>
                  <a href={`/console/races/${raceId}/keys`}>{t.integrationKey(label)}</a>{' '}
                  <span class="quiet">{t.ofRace(raceId)}</span>
                </li>
              ))}
              {webhooks.map(({ raceId, endpointId, host }) => (
                <li key={endpointId}>
                  <a href={`/console/races/${raceId}/webhooks`}>{t.integrationWebhook(host)}</a>{' '}
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
                  {t.endIntegrations}
                </label>
                <p class="quiet">{t.integrationsHint}</p>
              </>
            )}
          </>
        )
      }
    </Shown>
  );
};
