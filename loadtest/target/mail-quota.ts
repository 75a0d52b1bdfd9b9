/** The quota that SES grants for openings of 50,000. The usual one would stop the mails at 50,000 a day. Settings of the local SES. */
export const mailQuota = { MAX_SEND_RATE: '2000', MAX_24_HOUR_SEND: '-1' };
