/** The bytes of a file that somebody chose. Undefined: the browser cannot read it, as when another program holds it. */
export const bytesOf = (file: File): Promise<Uint8Array | undefined> =>
  file.arrayBuffer().then(
    (content) => new Uint8Array(content),
    () => undefined,
  );

/** For a click on a file field. Otherwise the browser tells nothing when somebody has mended the file and chooses it again. */
export const forgetChosen = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
  currentTarget.value = '';
};
