import type { RaceMessage } from '../../lambdas/api/messages/races';
import type { Agenda } from '../generator/agenda';
import type { Engine } from '../http/engine';
import type { Site } from '../people/journey';
import type { MailedLinks, PlaceLink } from '../people/mailed-links';
import type { Workers } from './workers';

/** What honest runners and scalpers share. */
export interface Scene {
  readonly site: Site;
  readonly race: RaceMessage;
  readonly eventId: string;
  readonly engine: Engine;
  readonly agenda: Agenda;
  readonly mails: MailedLinks<PlaceLink>;
  /** The processors of the honest runners. Each runner has their own at home; here they share a thread. */
  readonly honestWork: Workers;
  /** The scalper's processor. */
  readonly scalperWork: Workers;
  /** Start of the run, in milliseconds of `performance.now()`. */
  readonly start: number;
  isOver(): boolean;
}

export const secondsIn = ({ start }: Pick<Scene, 'start'>): number => (performance.now() - start) / 1000;
