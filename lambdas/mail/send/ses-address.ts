/** `"Lake Run" <mail@startline.example>`: a name, possibly typed by somebody, before an address of ours. */
export const withName = (name: string, address: string): string => {
  const clean = name
    .replace(/[\p{C}"\\<>\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Code points, so that no character is cut in half.
  const short = Array.from(clean).slice(0, maxNameCharacters).join('').trim();
  if (!short) return address;
  return /^[\x20-\x7e]*$/.test(short) ? `"${short}" <${address}>` : `${encodedWords(short)} <${address}>`;
};

/** SES accepts only ASCII in an address. A domain can be converted to ASCII (Punycode); a local part cannot. */
export const inAscii = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || /^[\x21-\x7e]+$/.test(domain) || !URL.canParse(`http://${domain}`)) return address;
  return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
};

const maxNameCharacters = 60;

/**
 * Encoded words: https://www.rfc-editor.org/rfc/rfc2047. A word has at most 75 characters, so 45 bytes before Base64.
 */
const encodedWords = (text: string): string => {
  const words = [''];
  for (const character of text) {
    const word = words.at(-1) + character;
    if (Buffer.byteLength(word) <= 45) words[words.length - 1] = word;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
};
