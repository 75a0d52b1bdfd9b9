/** A form or a query as Stripe reads it: `a[b]=1` is an object, `a[]=1` and `a[0]=1` are lists. All values are texts. */
export const readForm = (text: string): Readonly<Record<string, unknown>> => {
  const form: Tree = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(form, name.match(/[^[\]]+|\[\]/g) ?? [], value);
  return Object.fromEntries([...form].map(([name, value]) => [name, plain(value)]));
};

type Tree = Map<string, string | Tree>;

const put = (tree: Tree, [name = '', ...rest]: readonly string[], value: string): void => {
  const key = name === '[]' ? String(tree.size) : name;
  if (rest.length === 0) {
    tree.set(key, value);
    return;
  }
  const below = tree.get(key);
  const branch: Tree = below instanceof Map ? below : new Map();
  tree.set(key, branch);
  put(branch, rest, value);
};

const plain = (tree: string | Tree): unknown => {
  if (typeof tree === 'string') return tree;
  const entries = [...tree].map(([name, value]) => [name, plain(value)] as const);
  const isList = entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
};
