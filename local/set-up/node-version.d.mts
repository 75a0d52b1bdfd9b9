export const checkNode: (version?: string) => void;
export const findDeployedNode: (
  repository: string,
  machine?: { readonly platform: string; readonly arch: string },
) => Promise<string>;
