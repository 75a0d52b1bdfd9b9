import { Labelled } from '../page/field';
import { failureWords } from '../page/words';
import { optional } from '../texts/editing';
import * as w from '../texts/files';
import { type Draft, type JsonObject, valueAt, withValue } from './draft';
import { edit, inputId, type StepProps, TextInput } from './inputs';
import { redrawn, sendFile } from './send-file';
import { useChosen, wordsOfName } from './use-chosen';

interface DraftSponsor extends JsonObject {
  readonly file: string;
  readonly alt?: string;
}

const mostSponsors = 30;
const path = 'media.sponsors';

const sponsorsIn = (draft: Draft) => (valueAt(draft, path) ?? []) as readonly DraftSponsor[];

/** The logos of sponsors, in the order in which runners see them, and where each leads to. */
export const Sponsors = (step: StepProps) => {
  const { raceId, editor, ready } = step;
  const sponsors = sponsorsIn(ready.draft);
  const change = (made: (now: readonly DraftSponsor[]) => readonly DraftSponsor[]) =>
    edit(editor, (draft) => withValue(draft, path, [...made(sponsorsIn(draft))]));
  const { isSending, note, choose } = useChosen(async (chosen) => {
    const picture = await redrawn(chosen);
    if (!picture) return w.noPicture;
    const answer = await sendFile(raceId, picture);
    if (answer.kind !== 'ok') return failureWords(answer);
    const { file, width, height } = answer.value;
    if (sponsors.some((one) => one.file === file)) return w.sponsorTwice;
    const name = wordsOfName(chosen);
    change((now) => [...now, { file, width, height, ...(name !== '' && { alt: name }) } as unknown as DraftSponsor]);
    return undefined;
  });
  const id = inputId(path);
  const earlier = (n: number) =>
    change((now) => now.map((one, at) => (at === n - 1 ? (now[n] ?? one) : at === n ? (now[n - 1] ?? one) : one)));
  return (
    <div class="file-choice">
      <Labelled id={id} label={optional(w.sponsorLabel)} hint={w.sponsorHint}>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif"
          disabled={isSending || sponsors.length >= mostSponsors}
          aria-describedby={`${id}-hint`}
          onChange={choose}
        />
      </Labelled>
      {note}
      <ul class="file-list">
        {sponsors.map(({ file, alt: name = '' }, n) => (
          <li key={file}>
            <img class="file-preview sponsor-preview" src={`/media/${file}`} alt="" />
            <TextInput step={step} path={`${path}.${n}.alt`} label={w.sponsorName} />
            <TextInput step={step} path={`${path}.${n}.url`} label={optional(w.sponsorUrl)} hint={w.sponsorUrlHint} />
            <p class="actions">
              {n > 0 && (
                <button type="button" class="button button-quiet" onClick={() => earlier(n)}>
                  {w.sponsorEarlier(name)}
                </button>
              )}
              <button
                type="button"
                class="button button-quiet"
                onClick={() => change((now) => now.filter((one) => one.file !== file))}
              >
                {w.removeFile(name)}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
};
