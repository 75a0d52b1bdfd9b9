export const stripeMock: string;
