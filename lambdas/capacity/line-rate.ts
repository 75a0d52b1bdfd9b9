import { processorWritesPerTry } from './figures';
import { stripeWritesPerSecond } from './quotas';

/** What each part bears, in people a second who are called, and the part that bears least. */
export interface LineRate {
  readonly rateMax: number;
  readonly limit: 'register' | 'pay' | 'processor';
}

/** Requests that an environment answers in a second, and requests for each person who is called. */
const [requestsPerEnvironment, holdRequestsPerPerson] = [10, 1.5];
const secondsPerPayment = 0.8;
/** Nobody should come to the end of what a part bears. */
const usedShare = 0.8;

/** How many people a line may call in a second. `holding`, `paying`: reserved environments; 0: as many as the account has. */
export const lineRate = ({ holding, paying }: { readonly holding: number; readonly paying: number }): LineRate => {
  const bears = [
    { limit: 'processor', rate: stripeWritesPerSecond / processorWritesPerTry },
    ...(holding > 0
      ? [{ limit: 'register', rate: (holding * requestsPerEnvironment) / holdRequestsPerPerson } as const]
      : []),
    ...(paying > 0 ? [{ limit: 'pay', rate: paying / secondsPerPayment } as const] : []),
  ] as const;
  const least = bears.reduce((one, other) => (other.rate < one.rate ? other : one));
  return { rateMax: least.rate * usedShare, limit: least.limit };
};
