/** Whoever has the address of a webhook may often post there, too. The audit names its host, and only owners see the address. */
export const hostsOfWebhooks = `
UPDATE audit SET detail = (detail - 'url') || jsonb_build_object('host', substring(detail ->> 'url' FROM '^https?://([^/?#]+)'))
WHERE action = 'webhook-saved' AND detail ? 'url';
`;
