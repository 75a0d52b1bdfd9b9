// Pictures and documents of a race.

export const filesTitle = 'Pictures and documents';
export const filesLead = 'They are sent when you choose them, and runners see them once the race is published.';
export const pictureLabels = { picture: 'Picture', logo: 'Logo' } as const;
export const pictureHints = {
  picture: 'PNG, JPEG, WebP or AVIF. It is made smaller, and nothing but the picture is kept.',
  logo: 'PNG, JPEG, WebP or AVIF. No SVG.',
} as const;
export const altLabel = 'What it shows';
export const altHint = 'For people who do not see it. Leave it empty where it only decorates.';
export const documentsLabel = 'Add a document';
export const documentsHint = 'A PDF of 10 MB at most, such as a map of the course or a guide.';
export const documentName = 'Name of the document';
export const documentTitle = 'Document';
export const lookAtFile = (title: string) => `Download: ${title}`;
export const removeFile = (title: string) => `Remove: ${title}`;
export const fileSending = 'Sending…';
export const fileSent = 'It is there.';
export const fileTwice = 'This document is there already.';
export const noPicture = 'Your browser can read no picture in this file. Choose a PNG, JPEG, WebP or AVIF file.';
export const noPdf = 'This is no PDF. Choose another file.';
export const largePdf = 'This file has more than 10 MB. Make it smaller, and choose it again.';

export const sponsorLabel = 'Add a sponsor';
export const sponsorHint = 'Their logo as PNG, JPEG, WebP or AVIF. It is shown small, on white.';
export const sponsorName = 'Name of the sponsor';
export const sponsorUrl = 'Their page';
export const sponsorUrlHint = 'Such as https://www.example.com/. The logo leads there.';
export const sponsorEarlier = (name: string) => `Earlier: ${name}`;
export const sponsorTwice = 'This logo is there already.';
