import type { StaffLetter } from '../ports';
import type { Content, Words } from './render';

/** Signs somebody in who asked for it. */
export const staffLink = (words: Words, { name, until }: StaffLetter, href: string): Content => {
  const { staff: texts } = words.texts;
  return {
    subject: texts.linkSubject,
    greeting: words.greetingOf(name),
    paragraphs: [texts.linkLead, texts.linkUntil(words.inTime(until, 'UTC'))],
    facts: [],
    links: [{ label: texts.linkLabel, href }],
    closing: texts.linkClosing,
  };
};

/** Signs somebody in for the first time, or after their passkeys were reset. */
export const staffInvitation = (words: Words, { name, until }: StaffLetter, href: string): Content => {
  const { staff: texts } = words.texts;
  return {
    subject: texts.invitationSubject,
    greeting: words.greetingOf(name),
    paragraphs: [texts.invitationLead, texts.invitationUntil(words.inTime(until, 'UTC'))],
    facts: [],
    links: [{ label: texts.invitationLabel, href }],
    closing: texts.invitationClosing,
  };
};

/** Tells the owner of passkeys which they have now, so that they notice a change that they did not make. */
export const passkeysChanged = (words: Words, { name, passkeys }: StaffLetter, href: string): Content => {
  const { staff: texts } = words.texts;
  return {
    subject: texts.passkeysSubject,
    greeting: words.greetingOf(name),
    paragraphs: [texts.passkeysLead],
    facts: [[texts.passkeysLabel, passkeys.join(', ') || texts.noPasskeys]],
    links: [{ label: texts.openConsole, href }],
    closing: texts.passkeysClosing,
  };
};
