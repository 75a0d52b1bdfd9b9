import { MoveLink } from './line/move-link';

/** The script with the QR code of a place in the line: few people wait on a second device. */
export const moveLinkPages = { MoveLink };
