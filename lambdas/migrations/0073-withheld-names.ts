/** A runner may say after they registered that they want no name in results. */
export const withheldNames = `
ALTER TABLE registration ADD COLUMN name_withheld boolean NOT NULL DEFAULT false;
`;
