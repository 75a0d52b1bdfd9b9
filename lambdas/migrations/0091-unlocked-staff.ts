/** Somebody who is unlocked is what they were before: whoever never signed in is still invited. */
export const unlockedStaff = `
-- Null: they were never locked, or were locked before this column was there and had signed in.
ALTER TABLE staff ADD COLUMN before_lock text CHECK (before_lock IN ('invited', 'active'));

UPDATE staff s SET before_lock = 'invited' WHERE state = 'locked'
  AND NOT EXISTS (SELECT FROM audit a WHERE a.staff_id = s.id AND a.action = 'signed-in');
`;
