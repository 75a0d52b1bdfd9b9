/**
 * SQL: whether registration `g` is that of a person. Others carry the payment for a move, or that of a transfer fee which was paid once
 * more or ended without the spot, and are nobody's.
 */
export const isSomebody = (g: string): string => `${g}.via NOT IN ('move', 'fee')`;
