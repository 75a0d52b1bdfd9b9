/** The bytes of a file that somebody chose. Undefined: the browser cannot read it, as when another program holds it. */
export const bytesOf = (file: File): Promise<Uint8Array | undefined> =>
  file.arrayBuffer().then(
    (content) => new Uint8Array(content),
    () => undefined,
  );

/** When a field of files is pressed. Else a browser says nothing if somebody has mended the file, and chooses it again. */
export const chooseAnew = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void => {
  currentTarget.value = '';
};
