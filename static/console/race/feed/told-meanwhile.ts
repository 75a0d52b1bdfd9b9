import type { Failure } from '../../http/ask';

interface Told {
  readonly number: number;
}

/** What somebody else told meanwhile, if that is why nothing was published. Whoever has read of it may replace it. */
export const toldIn = (failure: Failure | undefined): Told | undefined =>
  failure?.kind === 'problem' && failure.name === 'told-meanwhile' ? (failure.present as Told) : undefined;
