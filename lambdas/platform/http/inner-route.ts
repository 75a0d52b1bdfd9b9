import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/**
 * Gives an event of a catch-all route (`ANY /a/{path+}`) the key and the path parameters that it would have if API Gateway
 * knew these routes. More literal routes win. Without one that fits, the key is its method and path.
 */
export const innerRoute = (routes: readonly string[]) => {
  const table = routes
    .map((routeKey) => {
      const [method = '', path = ''] = routeKey.split(' ');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
      return { routeKey, method, names, pattern };
    })
    .sort((a, b) => a.names.length - b.names.length);

  return (event: APIGatewayProxyEventV2): APIGatewayProxyEventV2 => {
    const { method: called } = event.requestContext.http;
    const method = called === 'HEAD' ? 'GET' : called;
    for (const one of table) {
      const found = one.method === method ? one.pattern.exec(event.rawPath) : null;
      if (!found) continue;
      const pathParameters = Object.fromEntries(one.names.map((name, index) => [name, found[index + 1] ?? '']));
      return { ...event, routeKey: one.routeKey, pathParameters };
    }
    return { ...event, routeKey: `${method} ${event.rawPath}`, pathParameters: {} };
  };
};
