/**
 * The mailbox that an address leads to, however it is written: `Ada+1@Example.com` and `ada@example.com` are one. Only for
 * counting: whoever counts addresses as they are written lets anybody fill one mailbox under a thousand spellings.
 * What is before the @ belongs to its domain, so two people may be counted as one; nobody is written to by this name.
 */
export const mailboxOf = (address: string): string => {
  const written = address.normalize('NFKC').trim().toLowerCase();
  const at = written.lastIndexOf('@');
  const domain = inAscii(written.slice(at + 1));
  const name = written.slice(0, Math.max(0, at));
  const untagged = name.replace(/(?<=.)\+.*$/s, '');
  return isGoogle.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
};

/** There dots say nothing, and both domains are the same. */
const isGoogle = new Set(['gmail.com', 'googlemail.com']);

const inAscii = (domain: string): string =>
  URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
