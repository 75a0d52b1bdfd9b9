import { codeCommands } from './code-commands';
import type { Command } from './command';
import { editingCommands } from './editing-commands';
import { feedCommands } from './feed-commands';
import { formCommands } from './form-commands';
import { fundraiserCommands } from './fundraiser-commands';
import { itemCommands } from './item-commands';
import { jobCommands } from './job-commands';
import { keyCommands } from './key-commands';
import { participantCommands } from './participant-commands';
import { paymentCommands } from './payment-commands';
import { raceCommands } from './race-commands';
import { registrationCommands } from './registration-commands';
import { resultCommands } from './result-commands';
import { staffCommands } from './staff-commands';
import { teamCommands } from './team-commands';

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
  ...feedCommands,
} satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;
