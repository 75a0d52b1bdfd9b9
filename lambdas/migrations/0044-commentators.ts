/** A role for who tells what happens in a race, and sees what a viewer sees. */
export const commentators = `
ALTER TABLE staff_role DROP CONSTRAINT staff_role_role_check;
ALTER TABLE staff_role ADD CONSTRAINT staff_role_role_check
  CHECK (role IN ('owner', 'director', 'finance', 'desk', 'commentator', 'viewer'));
`;
