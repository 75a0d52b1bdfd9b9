import type { RaceMessage } from '../../../lambdas/api/messages/races';
import sheet from '../../style/media.css';
import * as words from '../texts/code';

type Media = NonNullable<RaceMessage['media']>;

const Picture = ({ file, width, height, alt, of }: NonNullable<Media['picture']> & { of: 'picture' | 'logo' }) => (
  <img class={`race-${of}`} src={`/media/${file}`} width={width} height={height} alt={alt} decoding="async" />
);

/** What the organiser uploaded: a picture, a logo, and documents to download. */
export const RaceFiles = ({ media: { picture, logo, files = [] } }: { media: Media }) => (
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
