/**
 * Options of Ajv for tests that compile many schemas and use each a few times: what makes a validator faster and smaller takes three
 * quarters of the time. It judges the same.
 */
export const quickToCompile = { strict: false, code: { optimize: false }, inlineRefs: false } as const;
