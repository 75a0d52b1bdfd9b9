import type { Command } from './command';
import { announcementCommands } from './commands/announcement-commands';
import { bibCommands } from './commands/bib-commands';
import { codeCommands } from './commands/code-commands';
import { deskCommands } from './commands/desk-commands';
import { editingCommands } from './commands/editing-commands';
import { feedCommands } from './commands/feed-commands';
import { formCommands } from './commands/form-commands';
import { fundraiserCommands } from './commands/fundraiser-commands';
import { itemCommands } from './commands/item-commands';
import { jobCommands } from './commands/job-commands';
import { keyCommands } from './commands/key-commands';
import { lineCommands } from './commands/line-commands';
import { participantCommands } from './commands/participant-commands';
import { paymentCommands } from './commands/payment-commands';
import { raceCommands } from './commands/race-commands';
import { registrationCommands } from './commands/registration-commands';
import { resultCommands } from './commands/result-commands';
import { staffCommands } from './commands/staff-commands';
import { teamCommands } from './commands/team-commands';
import { webhookCommands } from './commands/webhook-commands';

/**
 * Everything that a director can order, by the name of the message's one field. The command line and the console share this
 * table.
 */
export const commands = {
  ...raceCommands,
  ...registrationCommands,
  ...paymentCommands,
  ...editingCommands,
  ...formCommands,
  ...codeCommands,
  ...jobCommands,
  ...staffCommands,
  ...teamCommands,
  ...itemCommands,
  ...fundraiserCommands,
  ...participantCommands,
  ...resultCommands,
  ...keyCommands,
  ...bibCommands,
  ...deskCommands,
  ...feedCommands,
  ...lineCommands,
  ...announcementCommands,
  ...webhookCommands,
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;
