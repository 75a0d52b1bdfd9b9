import { openSqs } from '../../platform/queue/call-sqs';
import { openQueue as openQueueWith, type Queue } from '../../platform/queue/queue';

/**
 * Uses what AWS sets in every function's environment, in the same way as its SDK: region, credentials, and the endpoint
 * where it is not AWS's own.
 */
export const openQueue = (url: string): Queue => openQueueWith(url, openSqs(url, process.env));
