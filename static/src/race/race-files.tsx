import type { RaceMessage } from '../../../lambdas/api/messages/races';
import sheet from '../../style/media.css';
import { at } from '../http/api';
import * as words from '../texts/code';

type Media = NonNullable<RaceMessage['media']>;

const Picture = ({ file, width, height, alt, of }: NonNullable<Media['picture']> & { of: 'picture' | 'logo' }) => (
  <img class={`race-${of}`} src={`/media/${file}`} width={width} height={height} alt={alt} decoding="async" />
);

interface RaceFilesProps {
  readonly race: RaceMessage;
  /** The line that people are in now, if there is one. */
  readonly line: unknown;
}

/** What the organiser uploaded, and where everybody can check a draw that is over. */
export const RaceFiles = ({ race: { id, media, draw }, line }: RaceFilesProps) => (
  <>
    {media && <Files {...media} />}
    {draw && !line && (
      <p>
        <a href={at`/races/${id}/draw`}>{words.draw}</a>
      </p>
    )}
  </>
);

/** A picture, a logo, and documents to download. */
const Files = ({ picture, logo, files = [] }: Media) => (
  <>
    <link rel="stylesheet" href={sheet} />
    {picture && <Picture {...picture} of="picture" />}
    {logo && <Picture {...logo} of="logo" />}
    {files.length > 0 && (
      <ul class="race-files">
        {files.map(({ file, title, bytes }) => (
          <li key={file}>
            <a class="plain" href={`/media/${file}`} download={`${title}.pdf`}>
              {words.download(title, bytes)}
            </a>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** At the end of the page, because runners come to register. */
export const Sponsors = ({ sponsors = [] }: Media) =>
  sponsors.length === 0 ? null : (
    <section class="race-sponsors" aria-labelledby="sponsors">
      <h2 id="sponsors">{words.sponsors}</h2>
      <ul>
        {sponsors.map((one) => (
          <li key={one.alt}>
            {one.url === undefined ? (
              <Sponsor {...one} />
            ) : (
              <a href={one.url} rel="sponsored noopener noreferrer">
                <Sponsor {...one} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );

const Sponsor = ({ file, width, height, alt }: NonNullable<Media['sponsors']>[number]) => (
  <img src={`/media/${file}`} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
);
