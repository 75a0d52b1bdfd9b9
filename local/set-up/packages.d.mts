export const isInstalled: (repository: string) => boolean;
export const installPackages: (repository: string) => Promise<void>;
