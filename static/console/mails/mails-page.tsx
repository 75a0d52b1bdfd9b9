import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { MailSamplesMessage } from '../../../lambdas/api/console/mail-messages';
import { Heading } from '../../src/page/heading';
import type { Draft } from '../editing/draft';
import { draftPath } from '../editing/draft-path';
import { at } from '../http/call';
import { changed, useData } from '../http/data';
import { Choice } from '../page/field';
import { Shown } from '../page/words';
import * as m from '../texts/mails';

type Mail = MailSamplesMessage['mails'][number];

interface Edited {
  readonly document?: Draft;
  readonly draft?: { readonly content: Draft };
}

/** The mails of a race as runners get them, made of the draft by what writes the real ones. */
export const MailsPage = () => {
  const { raceId = '' } = useRoute().params;
  const race = at`/races/${raceId}`;
  // What was typed a second ago is in them.
  useMemo(() => changed(race), [race]);
  const [event, setEvent] = useState('');
  const edited = useData<Edited>(`${race}/document`);
  const data = useData<MailSamplesMessage>(`${race}/mails${event === '' ? '' : `?event=${encodeURIComponent(event)}`}`);
  const content = edited.kind === 'ok' ? (edited.value.draft?.content ?? edited.value.document) : undefined;
  const isPublished = edited.kind === 'ok' && edited.value.document !== undefined;
  const events = (content?.events ?? []).flatMap(({ id, name }) => (id ? [[id, name || m.unnamed] as const] : []));
  return (
    <div class="column">
      <p>
        <a class="plain" href={isPublished ? `/console/races/${raceId}/settings` : draftPath(raceId)}>
          {m.leave}
        </a>
      </p>
      <Heading title={m.title}>{m.title}</Heading>
      <p class="quiet">{m.lead}</p>
      {events.length > 1 && (
        <Choice
          id="mails-event"
          label={m.event}
          value={event || (events[0]?.[0] ?? '')}
          choices={events}
          onChange={setEvent}
        />
      )}
      <Shown data={data} what={m.things}>
        {({ mails }) => <Mails mails={mails} />}
      </Shown>
    </div>
  );
};

const Mails = ({ mails }: { mails: readonly Mail[] }) => {
  const [lang, setLang] = useState(mails[0]?.lang ?? '');
  const [template, setTemplate] = useState(mails[0]?.template ?? '');
  const langs = [...new Set(mails.map((one) => one.lang))];
  const ofLang = mails.filter((one) => one.lang === lang);
  const shown = ofLang.find((one) => one.template === template) ?? ofLang[0];
  return (
    <>
      {langs.length > 1 && (
        <Choice
          id="mails-lang"
          label={m.language}
          value={lang}
          choices={langs.map((one) => [one, new Intl.DisplayNames('en', { type: 'language' }).of(one) ?? one])}
          onChange={setLang}
        />
      )}
      <Choice
        id="mails-template"
        label={m.mail}
        value={shown?.template ?? ''}
        choices={ofLang.map((one) => [one.template, m.templates[one.template] ?? one.template])}
        onChange={setTemplate}
      />
      {shown && (
        <article aria-label={m.templates[shown.template]}>
          <h2 lang={shown.lang}>{shown.subject}</h2>
          <Frame key={shown.html} mail={shown} />
          <details>
            <summary>{m.asText}</summary>
            <pre class="mail-sample" lang={shown.lang}>
              {shown.text}
            </pre>
          </details>
        </article>
      )}
    </>
  );
};

/**
 * The mail in a frame that runs no script and opens no link. The console's policy allows no styles in attributes, and a frame without an
 * address of its own is under it: so they are set from here, which is allowed. Typed text has no quotes in it, so it is no attribute.
 */
const Frame = ({ mail }: { mail: Mail }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const grow = () => {
    const body = frame.current?.contentDocument?.body;
    if (frame.current && body) frame.current.style.height = `${body.scrollHeight}px`;
  };
  const dress = () => {
    for (const element of frame.current?.contentDocument?.querySelectorAll<HTMLElement>('[data-style]') ?? [])
      element.style.cssText = element.dataset.style ?? '';
    grow();
  };
  useEffect(() => {
    addEventListener('resize', grow);
    return () => removeEventListener('resize', grow);
  }, []);
  return (
    <iframe
      ref={frame}
      class="mail-frame"
      title={m.frameOf(mail.subject)}
      sandbox="allow-same-origin"
      srcdoc={mail.html.replaceAll(' style="', ' data-style="')}
      onLoad={dress}
    />
  );
};
