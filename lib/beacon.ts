/**
 * Relays of drand's chain quicknet: any of them is enough, and none is trusted. Three are of the League of Entropy's own operator,
 * one is Cloudflare's: https://docs.drand.love/developer/
 */
const chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
export const beaconUrls = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
]
  .map((relay) => `${relay}/${chain}`)
  .join(' ');
