const registrationId = '01890000-0000-7000-8000-000000000000';
const code = `SL1.${'AYkAAAAAcACAAAAAAAAAAA'.padEnd(114, 'A')}`;

export const ownBib = { registrationId, bib: 1042, givesBibs: true, isCheckedIn: false, code, codeVersion: 0 };
export const bibLater = { registrationId, givesBibs: true, isCheckedIn: false, code, codeVersion: 0 };
export const newCode = { ...ownBib, code: `SL2.${'AYkAAAAAcACAAAAAAAAAAA'.padEnd(116, 'A')}`, codeVersion: 1 };
