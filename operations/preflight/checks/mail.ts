import type { Facts } from '../facts';
import { both, type Finding, judge } from '../finding';
import type { Wanted } from '../wanted';

/** Whether SES lets this account send, and from this domain. Empty without a mail domain. */
export const checkMail = (facts: Facts, { mail, file, hostedZone, stacks }: Wanted): readonly Finding[] => {
  const { identity, identityOwner, sending, region } = facts;
  if (!mail || !identity || !identityOwner) return [];
  return [
    judge('SES: sending', sending, ({ isProduction, isEnabled, standing }) => {
      if (!isEnabled || standing !== 'HEALTHY')
        return {
          red: `sending is ${isEnabled ? 'allowed' : 'paused'} and the account is ${standing}`,
          mend: `answer AWS: https://${region}.console.aws.amazon.com/ses/home?region=${region}#/account`,
        };
      return isProduction
        ? { green: 'out of the sandbox' }
        : {
            red: 'the account is in the sandbox: mail reaches verified addresses only',
            mend: `aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type TRANSACTIONAL --website-url https://<your site> --use-case-description "Confirmations of registrations and refunds that runners order themselves; bounces and complaints are suppressed"`,
          };
    }),
    judge(`SES: identity ${mail.domain}`, both(identity, identityOwner), ([found, owner]) => {
      const isOurs = owner !== undefined && stacks.includes(owner);
      if (mail.identity === 'existing' && isOurs)
        return {
          red: `${owner} made it, and with "existing" the next deployment deletes it`,
          mend: `remove "identity": "existing" from ${file}`,
        };
      if (mail.identity === 'existing')
        return found
          ? { green: 'is there, as the environment says' }
          : {
              red: 'does not exist, and the environment says that it does',
              mend: `remove "identity": "existing" from ${file}, or aws sesv2 create-email-identity --region ${region} --email-identity ${mail.domain}`,
            };
      if (found && !isOurs)
        return {
          red: `exists, and ${owner ?? 'no stack'} made it: the third stack would fail`,
          mend: `"identity": "existing" in ${file}`,
        };
      return { green: found ? `made by ${owner}` : 'does not exist yet; the deployment makes it' };
    }),
    judge(`SES: records of ${mail.domain}`, identity, (found) => {
      if (!found) return { green: `the deployment ${hostedZone ? 'makes or prints' : 'prints'} them` };
      const { isVerified, dkim, mailFrom, mailFromDomain } = found;
      const missing = [
        ...(isVerified ? [] : [`DKIM is ${dkim}`]),
        ...(mailFromDomain && mailFrom !== 'SUCCESS' ? [`MAIL FROM ${mailFromDomain} is ${mailFrom}`] : []),
      ];
      return missing.length === 0
        ? { green: `DKIM is ${dkim}${mailFromDomain ? `, MAIL FROM ${mailFromDomain} is ${mailFrom}` : ''}` }
        : {
            red: missing.join(', '),
            mend: `add the records that the deployment printed: aws sesv2 get-email-identity --region ${region} --email-identity ${mail.domain}`,
          };
    }),
  ];
};
