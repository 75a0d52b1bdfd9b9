import { elsewhere } from '../../lambdas/contract/routes';

export interface Match<Name> {
  readonly routeKey: string;
  readonly target: Name;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
}

/** `malformed`: an invalid percent encoding, which API Gateway refuses. */
export type Found<Name> = Match<Name> | 'none' | 'malformed';

/**
 * Finds the target of a request among route keys like `GET /api/races/{raceId}`. More literal routes win, `{name}` fits
 * one path segment, `{name+}` the rest of the path, `ANY` every method, and `$default` takes what is left.
 */
export const matchRoute = <Name extends string>(
  routes: Readonly<Record<string, Name>>,
): ((method: string, path: string) => Found<Name>) => {
  const { [elsewhere]: fallback } = routes;
  const table = Object.entries(routes)
    .filter(([routeKey]) => routeKey !== elsewhere)
    .map(([routeKey, target]) => {
      const [method = '', path = ''] = routeKey.split(' ');
      const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
      const pattern = new RegExp(
        `^${path
          .replaceAll('.', '\\.')
          .replace(/\{\w+\}/g, '([^/]+)')
          .replace(/\{\w+\+\}/g, '(.+)')}$`,
      );
      return { routeKey, target, method, names, pattern };
    })
    .sort((a, b) => a.names.length - b.names.length);

  return (method, path) => {
    for (const { routeKey, target, method: wanted, names, pattern } of table) {
      if (wanted !== method && wanted !== 'ANY') continue;
      const parts = pattern.exec(path);
      if (!parts) continue;
      if (names.length === 0) return { routeKey, target, pathParameters: undefined };
      const pathParameters: Record<string, string> = {};
      try {
        for (const [index, name] of names.entries()) pathParameters[name] = decodeURIComponent(parts[index + 1] ?? '');
      } catch {
        return 'malformed';
      }
      return { routeKey, target, pathParameters };
    }
    return fallback === undefined ? 'none' : { routeKey: elsewhere, target: fallback, pathParameters: undefined };
  };
};
