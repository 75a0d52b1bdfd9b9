import { withDigest } from '../../operations/image-digest/image-digest';
import { serve } from '../loadtest/support/small-server';

const digest = `sha256:${'4a'.repeat(32)}`;

/** A registry that gives a token to anybody, and a digest to everybody who brings it. */
const registry = async () => {
  const { url } = await serve(({ url: path = '', headers }, response) => {
    if (path === '/token/?service=here&scope=all') return response.end('{"token":"for anybody"}');
    if (headers.authorization !== 'Bearer for anybody')
      return response
        .writeHead(401, { 'www-authenticate': `Bearer realm="${url}/token/",service="here",scope="all"` })
        .end();
    const isKnown = path === '/v2/docker/node/manifests/24.21.0-slim' && /image\.index/.test(headers.accept ?? '');
    return response.writeHead(isKnown ? 200 : 404, isKnown ? { 'docker-content-digest': digest } : {}).end();
  });
  return new URL(url).host;
};

test('an image is pinned to the digest that its registry gives for its tag', async () => {
  const image = `${await registry()}/docker/node:24.21.0-slim`;
  expect(await withDigest(image, 'http')).toBe(`${image}@${digest}`);
});

test('a tag that the registry does not know is an error that says so', async () => {
  const image = `${await registry()}/docker/node:99`;
  await expect(withDigest(image, 'http')).rejects.toThrow(/has no digest for docker\/node:99: it answered 404/);
});

test.each(['node', 'node:24', 'public.ecr.aws/node'])('"%s" names no registry or no tag, and is refused', (image) =>
  expect(withDigest(image)).rejects.toThrow('is not <registry>/<name>:<tag>'),
);
