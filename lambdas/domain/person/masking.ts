/** A name for a person who may know the runner but should learn no more: the first name and the last name's initial. */
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

/** An address that the person who typed it recognises: `bea@example.com` becomes `b…@example.com`. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, Math.max(at, 0));
  return `${first}…${email.slice(Math.max(at, 0))}`;
};
