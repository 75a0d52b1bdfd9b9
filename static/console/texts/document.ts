/** What the document of the console says to a browser that runs no scripts. */
export const needsScript = 'The console needs JavaScript. Allow it for this site, and load the page again.';
