import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';

const mail = v.object({
  /** Milliseconds since the epoch. */
  at: v.number(),
  messageId: v.string(),
  recipients: v.array(v.string()),
  tags: v.record(v.string(), v.string()),
});

export type AcceptedMail = v.InferOutput<typeof mail>;

export interface Summary {
  readonly accepted: number;
  readonly byTemplate: Readonly<Record<string, number>>;
  /** Mails beyond the first of the same registration, template and generation. Above 0, a runner got a mail twice. */
  readonly duplicates: number;
}

const dayMs = 86_400_000;

/**
 * Every mail accepted in the last day or since this server started, also across restarts. The quotas count these, and
 * they prove that no mail was sent twice.
 */
export class AcceptedMails {
  readonly #file: string;
  readonly #mails: AcceptedMail[] = [];
  readonly #byRegistration = new Map<string, AcceptedMail[]>();
  readonly #byOrder = new Map<string, number>();
  readonly #byTemplate = new Map<string, number>();
  readonly #lastSecond = windowOf(1000);
  readonly #lastDay = windowOf(dayMs);

  constructor(file: string, now: number) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const accepted = readLine(line);
      if (accepted && accepted.at > now - dayMs) this.#remember(accepted);
    }
    // Rewrites the file without old lines and without an incomplete last line.
    writeFileSync(`${file}.new`, this.#mails.map((accepted) => `${JSON.stringify(accepted)}\n`).join(''));
    renameSync(`${file}.new`, file);
  }

  add(accepted: AcceptedMail): void {
    // The file comes first: after a crash an uncounted mail could exceed the quota.
    appendFileSync(this.#file, `${JSON.stringify(accepted)}\n`);
    this.#remember(accepted);
  }

  /** Recipients within the last second, and within the last 24 hours. */
  counts(now: number): { readonly lastSecond: number; readonly lastDay: number } {
    return { lastSecond: this.#lastSecond.sum(now), lastDay: this.#lastDay.sum(now) };
  }

  to(registrationId: string): readonly AcceptedMail[] {
    return this.#byRegistration.get(registrationId) ?? [];
  }

  get summary(): Summary {
    const repeats = [...this.#byOrder.values()].map((times) => times - 1);
    return {
      accepted: this.#mails.length,
      byTemplate: Object.fromEntries(this.#byTemplate),
      duplicates: repeats.reduce((sum, more) => sum + more, 0),
    };
  }

  #remember(accepted: AcceptedMail): void {
    const { registrationId, template = 'none', generation = '' } = accepted.tags;
    this.#mails.push(accepted);
    this.#lastSecond.add(accepted.at, accepted.recipients.length);
    this.#lastDay.add(accepted.at, accepted.recipients.length);
    this.#byTemplate.set(template, (this.#byTemplate.get(template) ?? 0) + 1);
    if (registrationId === undefined) return;
    const order = `${registrationId}:${template}:${generation}`;
    this.#byOrder.set(order, (this.#byOrder.get(order) ?? 0) + 1);
    this.#byRegistration.set(registrationId, [...this.to(registrationId), accepted]);
  }
}

const readLine = (line: string): AcceptedMail | undefined => {
  try {
    const result = v.safeParse(mail, JSON.parse(line));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
};

/** A sum over the last `lengthMs` milliseconds. Its clock may stand still but must not go back. */
const windowOf = (lengthMs: number) => {
  const entries: { at: number; amount: number }[] = [];
  let [first, total] = [0, 0];
  return {
    add: (at: number, amount: number): void => {
      const last = entries.at(-1);
      if (last?.at === at && first < entries.length) last.amount += amount;
      else entries.push({ at, amount });
      total += amount;
    },
    sum: (now: number): number => {
      for (let entry = entries[first]; entry && entry.at <= now - lengthMs; entry = entries[first]) {
        total -= entry.amount;
        first++;
      }
      if (first > 1000) {
        entries.splice(0, first);
        first = 0;
      }
      return total;
    },
  };
};
