/** Only CloudFront knows this header's value: a request without it did not come through the CDN. */
export const originHeader = 'x-startline-origin';

/**
 * Sent to the functions besides the runner's own headers: `<address>:<port>` of the runner. CloudFront's own header for
 * it is not used: CloudFront sends it only together with the runner's `Host`, which API Gateway refuses.
 */
export const viewerHeader = 'x-startline-viewer';
