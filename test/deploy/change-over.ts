import { setTimeout } from 'node:timers/promises';
import { keepRegistering } from './crowd';
import { mailFor, registerOne } from './one-runner';
import { keepSession } from './session';
import type { Stage } from './stage';

/** Much longer than a mail takes in the emulator. */
const mailTakesMs = 5_000;

/** A running system with a browser that holds a spot and has typed something. */
export interface Running {
  /**
   * Changes the system while runners register. Resolves with a sentence. Rejects when a request failed, when the
   * session is gone, or when a registration or its mail is missing.
   *
   * @param sendsMail whether the changed system has a domain to send from. Without one, mail must wait for the next one.
   */
  readonly changeOver: (deploy: () => Promise<unknown>, sendsMail: boolean) => Promise<string>;
}

export const observeRunning = async (stage: Stage, siteUrl: string): Promise<Running> => {
  const session = await keepSession(siteUrl);
  const { cloud, servers } = stage;
  /** Who has no mail yet, or was not looked for since the domain went. */
  let waiting: readonly string[] = [];

  const changeOver = async (deploy: () => Promise<unknown>, sendsMail: boolean) => {
    const endRegistering = keepRegistering(siteUrl, servers);
    const deployed = await deploy().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const { registered, toldToComeBack, failures } = await endRegistering();
    if (deployed) throw deployed.error;
    await session.mustBeThere();
    if (failures.length > 0 || registered.length === 0)
      throw new Error(
        `${failures.length} failures meanwhile:\n${failures.slice(0, 10).join('\n') || 'nobody registered'}`,
      );
    const ids = registered.map(({ registrationId }) => `'${registrationId}'`).join();
    const rows = await servers.database.look(
      `SELECT id FROM registration WHERE outcome = 'confirmed' AND live AND id IN (${ids})`,
    );
    if (rows.length !== registered.length)
      throw new Error(`${registered.length} runners were told that they are in, and ${rows.length} of them are.`);

    waiting = [...waiting, ...registered.map(({ email }) => email)];
    if (sendsMail) {
      for (const email of waiting) await mailFor(cloud, email);
      waiting = [];
    } else {
      const { email } = await registerOne(siteUrl, servers);
      await setTimeout(mailTakesMs);
      if ((await cloud.mails()).some(({ To }) => To.includes(email)))
        throw new Error(`${email} got a mail from a system without a domain to send from.`);
      waiting = [...waiting, email];
    }
    return `${registered.length} runners registered meanwhile (told to come back ${toldToComeBack} times), ${sendsMail ? '' : 'mail waits, '}and a browser kept its session`;
  };
  return { changeOver };
};
