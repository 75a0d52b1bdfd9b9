import type { Entry } from '../history';

/** The groups, as those who sent the form stated them. */
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

  /** The size of their group, including themselves. */
  sizeOf(lead: string): number {
    return 1 + this.of(lead).length;
  }

  /** The one who pays for them, if it is somebody else. */
  leadOf(id: string): string | undefined {
    return this.#leads.get(id);
  }
}
