import { useEffect, useState } from 'preact/hooks';
import type { HoldGranted } from '../../../lambdas/api/holds';
import type { RunnerMessage } from '../../../lambdas/api/registrations';
import { api } from '../page/needs';

/** Asks whether this runner is registered already; true only once the server says so. Nobody waits for the answer. */
export const useRegisteredCheck = (
  { registrationId, hold }: HoldGranted,
  runner: RunnerMessage | undefined,
): boolean => {
  const who = runner && JSON.stringify([runner.firstName, runner.lastName, runner.email, runner.birthDate]);
  const [registered, setRegistered] = useState<string>();
  useEffect(() => {
    if (!runner) return;
    let isHere = true;
    const { firstName, lastName, email, birthDate } = runner;
    void api.check(registrationId, hold, { firstName, lastName, email, birthDate }).then((answer) => {
      if (isHere && answer.kind === 'ok' && answer.value.registered === 'yes') setRegistered(who);
    });
    return () => {
      isHere = false;
    };
  }, [registrationId, who]);
  return who !== undefined && registered === who;
};
