export function faultsOf(message: string): string[];
export function checkCommitMessages(repository: string, say?: (line: string) => void): Promise<number>;
