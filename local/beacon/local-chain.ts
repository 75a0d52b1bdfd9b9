import { createHash } from 'node:crypto';
import { type Chain, quicknet } from '../../lambdas/line/draw/chain';

/** Known to everybody: nothing may rely on the chain of the system on one machine. */
export const localSecret = createHash('sha256').update('startline on one machine').digest();

/** That chain: the key of `localSecret`. Written down: computing it takes longer than the rest of the settings. */
export const localChain: Chain = {
  ...quicknet,
  hash: '34b7306e704dbd690edc6d81fdf5054a22fcceb461ce010b88d45d2ad5b02ebe',
  publicKey:
    'abd36df26fca6a1fc08bf56e51080ee43aad3b793abcf0f76de2519e11c599b83da48ed99ce83a67075451684e228b4309ff7b1313269f664359c70b23181786eb705c5cb894761b3b260f95e966bd2d12964c63fe89cde403a6edd298e1e7b9',
};
