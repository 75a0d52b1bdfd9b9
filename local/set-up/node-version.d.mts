export const checkNode: (version?: string) => void;
