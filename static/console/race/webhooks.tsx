import { webhookTypes } from '../../../lambdas/webhooks/event';
import { shortInstant } from '../../src/time/dates';
import { CommandButton } from '../commands/command-button';
import { CommandForm } from '../commands/command-form';
import type { Values } from '../commands/fields';
import { useOrdered } from '../http/data';
import { Labelled } from '../page/field';
import { newId } from '../page/new-id';
import { Shown } from '../page/words';
import * as t from '../texts/en';
import * as w from '../texts/webhooks';
import { List } from './list';
import type { RaceScreenProps } from './race-screen';
import { ScreenHeading } from './screen-heading';

type Race = RaceScreenProps['race'];

interface Endpoint {
  readonly endpointId: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly withPerson: boolean;
  readonly state: keyof typeof w.states;
  readonly failingSince: string | null;
  readonly oldKeyUntil: string | null;
  readonly due: number;
  readonly failed: number;
}

interface Message {
  readonly messageId: string;
  readonly type: string;
  readonly state: keyof typeof w.messageStates;
  readonly madeAt: string;
  readonly nextAt: string | null;
  readonly body: unknown;
  readonly attempts: readonly {
    readonly at: string;
    readonly ms: number;
    readonly status: number | null;
    readonly answer: string | null;
    readonly error: string | null;
  }[];
}

/** Programs that are told what happens in a race: make one, see what was posted and answered, post it again. */
export const Webhooks = ({ race }: RaceScreenProps) => {
  // Not read again by itself: a row that disappeared would take an open dialog with it. The logs below are.
  const data = useOrdered<{ readonly webhooks: readonly Endpoint[] }>(race.id, 'webhooks', {});
  return (
    <>
      <ScreenHeading race={race}>{t.raceScreens.webhooks}</ScreenHeading>
      <Shown data={data} what={t.things.list}>
        {({ webhooks }) => (
          <>
            <List
              texts={w}
              caption={w.listTitle}
              columns={w.columns}
              rows={webhooks.map((one) => ({ key: one.endpointId, cells: cellsOf(one, race) }))}
            />
            {webhooks.map((one) => (
              <Log key={one.endpointId} race={race} endpoint={one} />
            ))}
          </>
        )}
      </Shown>
      <Make race={race} />
    </>
  );
};

const Secret = ({ secret }: { secret: string }) => (
  <Labelled id="webhook-secret" label={w.secret} hint={w.secretHint}>
    <textarea id="webhook-secret" rows={2} readOnly spellcheck={false} value={secret} />
  </Labelled>
);

const cellsOf = (one: Endpoint, race: Race) => {
  const { endpointId, url, types, withPerson, state, failingSince, oldKeyUntil, due, failed } = one;
  const when = (instant: string) => shortInstant(instant, race.timeZone);
  const about = { raceId: race.id, content: { endpointId } };
  const isActive = state === 'active';
  return {
    url,
    state: (
      <>
        {w.states[state]}
        {isActive && failingSince !== null && <p class="quiet">{w.failing(when(failingSince))}</p>}
        {oldKeyUntil !== null && <p class="quiet">{w.oldSecret(when(oldKeyUntil))}</p>}
      </>
    ),
    types: w.typesSay(types.length, withPerson),
    log: w.logSays(due, failed),
    actions: (
      <div class="row-actions">
        <CommandButton
          {...about}
          command="testWebhook"
          isOffered={isActive}
          label={w.test}
          title={w.testOf(url)}
          act={w.test}
          says={(_, isDone) => <p>{isDone ? w.changed : w.testWould}</p>}
        />
        <CommandButton
          raceId={race.id}
          command="changeWebhook"
          content={{ endpointId, state: isActive ? 'paused' : 'active' }}
          label={isActive ? w.pause : w.resume}
          title={isActive ? w.pauseOf(url) : w.resumeOf(url)}
          act={isActive ? w.pause : w.resume}
          says={(_, isDone) => <p>{isDone ? w.changed : isActive ? w.pauseWould : w.resumeWould}</p>}
        />
        <CommandButton<{ readonly replayedWebhooks: { readonly messages: number } }>
          {...about}
          command="replayWebhooks"
          isOffered={failed > 0}
          label={w.replayFailed}
          title={w.replayFailedOf(url)}
          act={w.replay}
          says={({ replayedWebhooks: { messages } }, isDone) => <p>{isDone ? w.changed : w.replayWould(messages)}</p>}
        />
        <CommandButton<{ readonly rotatedWebhookSecret: { readonly secret?: string } }>
          {...about}
          command="rotateWebhookSecret"
          label={w.rotate}
          title={w.rotateOf(url)}
          act={w.rotate}
          says={({ rotatedWebhookSecret: { secret } }, isDone) =>
            isDone && secret !== undefined ? <Secret secret={secret} /> : <p>{w.rotateWould}</p>
          }
        />
        <CommandButton
          raceId={race.id}
          command="changeWebhook"
          content={{ endpointId, state: 'gone' }}
          label={w.remove}
          title={w.removeOf(url)}
          act={w.remove}
          says={(_, isDone) => <p>{isDone ? w.changed : w.removeWould}</p>}
        />
      </div>
    ),
  };
};

const Log = ({ race, endpoint: { endpointId, url } }: { race: Race; endpoint: Endpoint }) => {
  const data = useOrdered<{ readonly webhookMessages: readonly Message[] }>(
    race.id,
    'webhookMessages',
    { endpointId },
    5,
  );
  const when = (instant: string) => shortInstant(instant, race.timeZone);
  return (
    <section class="panel panel-wide">
      <h2>{w.logOf(url)}</h2>
      <Shown data={data} what={t.things.list}>
        {({ webhookMessages }) => (
          <List
            texts={{ none: w.logNone, noneWords: w.logNoneWords }}
            caption={w.logOf(url)}
            columns={w.logColumns}
            rows={webhookMessages.map(({ messageId, type, state, madeAt, nextAt, body, attempts }) => ({
              key: messageId,
              cells: {
                type: (
                  <details>
                    <summary>
                      {type} {when(madeAt)}
                    </summary>
                    <p class="quiet">{w.showBody}</p>
                    <pre class="mail-sample">{JSON.stringify(body, null, 1)}</pre>
                  </details>
                ),
                state: [w.messageStates[state], ...(nextAt === null ? [] : [w.nextAt(when(nextAt))])].join(', '),
                attempts: attempts.map(({ at, ms, status, answer, error }) => (
                  <p key={at}>
                    {w.attempt(
                      when(at),
                      status === null ? (error ?? '') : [status, answer].filter(Boolean).join(' '),
                      ms,
                    )}
                  </p>
                )),
                actions: (
                  <CommandButton<{ readonly replayedWebhooks: { readonly messages: number } }>
                    raceId={race.id}
                    command="replayWebhooks"
                    content={{ endpointId, messageId }}
                    label={w.replay}
                    title={w.replayOf(type, when(madeAt))}
                    act={w.replay}
                    says={({ replayedWebhooks: { messages } }, isDone) => (
                      <p>{isDone ? w.changed : w.replayWould(messages)}</p>
                    )}
                  />
                ),
              },
            }))}
          />
        )}
      </Shown>
    </section>
  );
};

const wishOf = ({ url, withPerson, ...chosen }: Values): Values => ({
  endpointId: newId(),
  url,
  withPerson,
  types: webhookTypes.filter((type) => chosen[type.split('.', 1).join()]),
});

interface Saved {
  readonly savedWebhook: { readonly url: string; readonly secret?: string };
}

const Make = ({ race }: { race: Race }) => (
  <CommandForm<Saved>
    race={race}
    command="saveWebhook"
    title={w.make}
    lead={w.lead}
    act={w.act}
    content={wishOf}
    fields={[
      { name: 'url', label: w.url, hint: w.urlHint, kind: 'text' },
      ...Object.entries(w.types).map(([name, label]) => ({ name, label, kind: 'yes' as const, initial: 'yes' })),
      { name: 'withPerson', label: w.withPerson, kind: 'yes' },
    ]}
    says={({ savedWebhook: { url, secret } }, isDone, content) =>
      isDone && secret !== undefined ? (
        <>
          <p>{w.did(url)}</p>
          <Secret secret={secret} />
        </>
      ) : (
        <p>
          {w.would(url)}
          {(content as Values | undefined)?.withPerson === true && w.withPersonWould}
        </p>
      )
    }
  />
);
