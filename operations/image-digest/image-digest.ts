/** The kinds of manifest that stand for one image on several architectures. Their digest is what `docker pull` takes. */
const manifestKinds = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
].join(', ');

/**
 * The image with the digest that its registry gives for its tag now, as `name:tag@sha256:…`. Asks by the
 * [registry's protocol](https://distribution.github.io/distribution/spec/api/), with the token that it gives to anybody.
 * Throws when the name has no registry and no tag, and when the registry does not answer with a digest.
 */
export const withDigest = async (image: string, scheme: 'https' | 'http' = 'https'): Promise<string> => {
  const [, registry, name, tag] = /^([\w.-]+[.:][\w.:-]*)\/([\w./-]+):([\w.-]+)$/.exec(image) ?? [];
  if (!registry)
    throw new Error(`"${image}" is not <registry>/<name>:<tag>, such as public.ecr.aws/docker/library/node:24-slim.`);
  const ask = (authorization: Readonly<Record<string, string>>) =>
    fetch(`${scheme}://${registry}/v2/${name}/manifests/${tag}`, {
      method: 'HEAD',
      headers: { accept: manifestKinds, ...authorization },
      signal: AbortSignal.timeout(10_000),
    });
  let answer = await ask({});
  if (answer.status === 401)
    answer = await ask({ authorization: `Bearer ${await tokenFor(answer.headers.get('www-authenticate') ?? '')}` });
  const digest = answer.headers.get('docker-content-digest');
  if (!answer.ok || !digest || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${registry} has no digest for ${name}:${tag}: it answered ${answer.status}.`);
  return `${image}@${digest}`;
};

/** `challenge`: `Bearer realm="…",service="…",scope="…"`, as the registry sent it. */
const tokenFor = async (challenge: string): Promise<string> => {
  const { realm, ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  if (!realm) throw new Error(`The registry asks for a token and does not say where to get one.`);
  const answer = await fetch(`${realm}?${new URLSearchParams(query)}`, { signal: AbortSignal.timeout(10_000) });
  const { token }: { token?: unknown } = answer.ok ? await answer.json() : {};
  if (typeof token !== 'string') throw new Error(`${realm} gave no token: it answered ${answer.status}.`);
  return token;
};
