// Imported first: the logger reads this setting when it is created. Thousands of worlds need no log.
process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
process.env.POWERTOOLS_DEV = 'true';
