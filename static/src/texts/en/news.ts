// The page behind the link "No more news by mail".

export const title = 'News by mail';
export const lead =
  'You get news of a race by mail because you signed up for it. Mails about your registration itself, such as a changed start time, come in any case.';
export const ofRace = 'No more news of this race';
export const ofOrganiser = 'No more news of any race here';
export const ended = {
  race: (race: string) => `You get no more news of ${race} by mail.`,
  organiser: () => 'You get no more news of any race here by mail.',
  nothing: (race: string) => `You get news of ${race} by mail again.`,
};
export const undo = 'I want the news again';
export const brokenTitle = 'This link is not complete';
export const broken = 'Open the link in the mail again. If it is in two lines, copy both.';
