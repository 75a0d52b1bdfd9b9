/**
 * A public beacon: a chain of signatures, one every few seconds, that nobody can know before their time.
 * https://drand.love/docs/specification
 */
export interface Chain {
  /** Names the chain, 64 hexadecimal digits. */
  readonly hash: string;
  /** A point of the curve's second group, 192 hexadecimal digits. */
  readonly publicKey: string;
  /** The second of round 1, since 1970. */
  readonly genesisSeconds: number;
  readonly periodSeconds: number;
}

/** The chain of the League of Entropy with a round every three seconds. The key is pinned: a relay cannot bring its own. */
export const quicknet: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
};

/**
 * The chain of the system on one machine. Its secret is in the code (`local/beacon`), so everybody can know each number before its
 * time: whoever shows a draw by it says that it proves nothing.
 */
export const localChain: Chain = {
  ...quicknet,
  hash: '34b7306e704dbd690edc6d81fdf5054a22fcceb461ce010b88d45d2ad5b02ebe',
  publicKey:
    'abd36df26fca6a1fc08bf56e51080ee43aad3b793abcf0f76de2519e11c599b83da48ed99ce83a67075451684e228b4309ff7b1313269f664359c70b23181786eb705c5cb894761b3b260f95e966bd2d12964c63fe89cde403a6edd298e1e7b9',
};

/**
 * Between the closing of a list and its round. The round is fixed with the list, so nobody can know its signature yet, even if
 * their clock is a second ahead.
 */
export const roundAfterMs = 6_000;

/** A draw goes on without the beacon when no relay has answered for so long after its round. */
export const missedAfterMs = 60_000;

/** A beacon that is silent is asked for a minute. Some time later, nobody will say any more that it was. */
export const isOverdue = (publishedAtMs: number): boolean => Date.now() > publishedAtMs + missedAfterMs + 30_000;

/** When a round is published, in milliseconds since 1970. */
export const publishedAt = ({ genesisSeconds, periodSeconds }: Chain, round: number): number =>
  (genesisSeconds + (round - 1) * periodSeconds) * 1_000;

/** The first round that is published at least `roundAfterMs` after this instant. There is one such round: nobody chooses. */
export const roundFor = (chain: Chain, closedAt: number): number =>
  Math.max(1, Math.ceil(((closedAt + roundAfterMs) / 1_000 - chain.genesisSeconds) / chain.periodSeconds) + 1);

export interface Beacon {
  readonly chain: Chain;
  /** Servers that answer `GET /public/<round>` below their address. Any of them is enough. */
  readonly relays: readonly string[];
}

/**
 * The setting BEACON_URLS: addresses with spaces between them, which end with the hash of a chain. Of every chain but quicknet the
 * key follows after `#`. Throws when they name no chain, or several.
 */
export const readBeacon = (urls: string): Beacon => {
  const all = urls.split(' ').map((url) => {
    const [address = '', publicKey = ''] = url.split('#');
    return { address, hash: address.split('/').at(-1) ?? '', publicKey };
  });
  const [first] = all;
  if (!first || all.some(({ hash, publicKey }) => hash !== first.hash || publicKey !== first.publicKey))
    throw new Error('BEACON_URLS must be addresses of relays of one chain, with spaces between them.');
  const relays = all.map(({ address }) => address);
  if (first.hash === quicknet.hash && first.publicKey === '') return { chain: quicknet, relays };
  if (!/^[0-9a-f]{64}$/.test(first.hash) || !/^[0-9a-f]{192}$/.test(first.publicKey))
    throw new Error(
      'BEACON_URLS must end with the hash of quicknet, or with <hash of a chain>#<its public key>, in hexadecimal digits.',
    );
  return { chain: { ...quicknet, hash: first.hash, publicKey: first.publicKey }, relays };
};
