// Imported first: the logger reads this when it is made. Thousands of worlds have nothing to tell a log.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
process.env.POWERTOOLS_DEV = 'true';
