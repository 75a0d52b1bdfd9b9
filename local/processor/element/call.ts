import type { Answer, SandboxError } from './protocol';

const unreachable: SandboxError = { type: 'api_connection_error', message: 'The payment processor cannot be reached.' };

/** Calls the sandbox's API with the publishable key. Never throws. */
export const call = async (origin: string, key: string, path: string, form?: URLSearchParams): Promise<Answer> => {
  try {
    const response = await fetch(`${origin}${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}` },
      ...(form && { body: form }),
      credentials: 'omit',
    });
    const body = await response.json();
    return response.ok ? { value: body } : { error: body.error };
  } catch {
    return { error: unreachable };
  }
};
