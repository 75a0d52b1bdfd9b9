/**
 * The mailbox behind an address, however it is spelt: `Ada+1@Example.com` and `ada@example.com` are one mailbox. Used
 * for counting only: a limit on spellings would let anybody fill one mailbox under a thousand spellings. Only a domain
 * knows what its local parts mean, so two people may be counted as one; no mail is sent to this name.
 */
export const mailboxOf = (address: string): string => {
  const written = address.normalize('NFKC').trim().toLowerCase();
  const at = written.lastIndexOf('@');
  const domain = inAscii(written.slice(at + 1));
  const name = written.slice(0, Math.max(0, at));
  const untagged = name.replace(/(?<=.)\+.*$/s, '');
  return isGoogle.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
};

/** Google ignores dots, and both domains are the same. */
const isGoogle = new Set(['gmail.com', 'googlemail.com']);

const inAscii = (domain: string): string =>
  URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
