import type { Entry } from './history';

/** Who came with whom, as those who sent the form said. */
export class CompanionsSoFar {
  readonly #companions = new Map<string, readonly string[]>();
  readonly #leads = new Map<string, string>();

  note(entry: Entry): void {
    if (entry.kind !== 'submit' || entry.companions.length === 0) return;
    this.#companions.set(entry.registrationId, entry.companions);
    for (const id of entry.companions) this.#leads.set(id, entry.registrationId);
  }

  of(lead: string): readonly string[] {
    return this.#companions.get(lead) ?? [];
  }

  /** How many come with him, he included. */
  sizeOf(lead: string): number {
    return 1 + this.of(lead).length;
  }

  /** Who pays for him, if somebody else does. */
  leadOf(id: string): string | undefined {
    return this.#leads.get(id);
  }
}
