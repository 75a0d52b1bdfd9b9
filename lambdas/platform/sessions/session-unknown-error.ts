/** Nobody can tell what the session is at this moment: ask again. Never to be read as "there is none". */
export class SessionUnknownError extends Error {
  override readonly name = 'SessionUnknownError';
}
