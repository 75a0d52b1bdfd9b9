import { type ComponentChildren, type ComponentType, createContext, toChildArray, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { watched } from '../../../src/flow/watched';
import { useValue } from '../../../src/page/use-value';

/** Where the runner of the preview is. The address of the console stays as it is. */
const here = watched('/');

export const goTo = (url: string): void => here.put(url);

const partsOf = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://preview.invalid');
  return { path: pathname, query: Object.fromEntries(searchParams) };
};

/** In place of the router, with the parts of it that pages use. */
export const useLocation = () => {
  const url = useValue(here);
  return { url, ...partsOf(url), route: goTo };
};

type Params = Readonly<Record<string, string>>;
const params = createContext<Params>({});
export const useRoute = () => ({ ...useLocation(), params: useContext(params) });

export const LocationProvider = ({ children }: { children: ComponentChildren }) => <>{children}</>;

interface RouteProps {
  readonly path?: string;
  readonly default?: boolean;
  readonly component: ComponentType;
}

export const Route = ({ component: Component }: RouteProps) => <Component />;

/** The values of the names in a path such as `/races/:raceId`. Undefined: it is another path. */
const matched = (shape: string, path: string): Params | undefined => {
  const [wanted, given] = [shape.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [n, part] of wanted.entries()) {
    const value = decodeURIComponent(given[n] ?? '');
    if (part.startsWith(':')) found[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return found;
};

export const Router = ({ children }: { children: ComponentChildren }) => {
  const { path } = useLocation();
  for (const child of toChildArray(children) as unknown as readonly VNode<RouteProps>[]) {
    const found = child.props.default ? {} : matched(child.props.path ?? '', path);
    if (found)
      return (
        <params.Provider key={path} value={found}>
          {child}
        </params.Provider>
      );
  }
  return null;
};
