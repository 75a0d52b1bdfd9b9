import { useEffect, useState } from 'preact/hooks';
import { type Draft, peopleOf } from '../../flow/draft';
import { readPeople } from '../../flow/people';
import { api } from '../../page/services';

/**
 * Asks the server which people of the draft are registered already. Gives the index of the first one, or undefined. The
 * page does not wait for the answers.
 */
export const useRegisteredChecks = (draft: Draft, today: string): number | undefined => {
  const token = draft.hold?.hold;
  const read = readPeople(draft, today);
  const asked = peopleOf(draft).map(({ registrationId }, who) => {
    const one = read[who];
    if (one?.kind !== 'runner') return undefined;
    const { firstName, lastName, email, birthDate } = one.runner;
    return { registrationId, runner: { firstName, lastName, email, birthDate } };
  });
  const keys = asked.map((one) => one && JSON.stringify(one));
  const [registered, setRegistered] = useState<readonly string[]>([]);
  useEffect(() => {
    let isHere = true;
    asked.forEach((one, who) => {
      const key = keys[who];
      if (!one || !token || !key) return;
      void api.check(one.registrationId, token, one.runner).then((answer) => {
        const isIn = answer.kind === 'ok' && answer.value.registered === 'yes';
        if (isHere && isIn) setRegistered((before) => [...before, key]);
      });
    });
    return () => {
      isHere = false;
    };
  }, [token, keys.join()]);
  const who = keys.findIndex((key) => key !== undefined && registered.includes(key));
  return who < 0 ? undefined : who;
};
