/** A name for somebody who may know whom it is, but is owed no more: first name and the last one's initial. */
export const shortName = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => {
  const [initial] = lastName.trim();
  return initial ? `${firstName.trim()} ${initial}.` : firstName.trim();
};

/** An address for whoever typed it to know it again: `bea@example.com` becomes `b…@example.com`. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, Math.max(at, 0));
  return `${first}…${email.slice(Math.max(at, 0))}`;
};
