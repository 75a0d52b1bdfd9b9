export const checkNode: (version?: string) => void;
export const findDeployedNode: (repository: string) => Promise<string>;
