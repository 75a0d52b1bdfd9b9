const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in lower case. PostgreSQL refuses every other text as the value of a uuid. */
export const isUuid = (text: string): boolean => uuid.test(text);
