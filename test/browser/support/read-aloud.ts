import type { CDPSession, Page } from 'playwright-core';

interface Value {
  readonly value?: unknown;
}

interface Node {
  readonly nodeId: string;
  readonly childIds?: readonly string[];
  readonly ignored: boolean;
  readonly role?: Value;
  readonly name?: Value;
  readonly description?: Value;
  readonly value?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
}

const landmarks = ['banner', 'navigation', 'main', 'region', 'complementary', 'contentinfo', 'form', 'search'];
/** What is said of a state that is on. Of one that a role always has, nothing is said. */
const states = ['required', 'checked', 'pressed', 'selected', 'disabled', 'readonly'];

/**
 * What a screen reader says, by Chromium's own tree of accessible nodes: that is all which a reader is given. It cannot tell how
 * a certain reader puts it.
 */
export const readAloud = async (page: Page) => {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const regions = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
    const said = new Map<Element, string>();
    const listen = () => {
      for (const region of document.querySelectorAll(regions)) {
        const spoken = region.cloneNode(true) as HTMLElement;
        for (const mute of spoken.querySelectorAll('[aria-hidden="true"]')) mute.remove();
        const words = (spoken.textContent ?? '').replace(/\s+/g, ' ').trim();
        if (words !== '' && said.get(region) !== words) heard.push(words);
        said.set(region, words);
      }
    };
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const session: CDPSession = await page.context().newCDPSession(page);

  /** In the order of the document. */
  const tree = async (): Promise<readonly Node[]> => {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly Node[] };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const below = (node: Node): readonly Node[] => [
      node,
      ...(node.childIds ?? []).flatMap((id) => {
        const child = byId.get(id);
        return child ? below(child) : [];
      }),
    ];
    return nodes[0] ? below(nodes[0]) : [];
  };
  const focused = async (): Promise<string> => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = (await session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId ?? '',
      fetchRelatives: false,
    })) as { nodes: readonly Node[] };
    return nodes[0] ? wordsOf(nodes[0]) : 'nothing';
  };

  const script: string[] = [];
  return {
    /** All that was said, with what led to it. */
    script,
    /** The node that has the focus. */
    async focus() {
      script.push(`focus: ${await focused()}`);
    },
    /** What has the focus after each press of a key. */
    async press(key: string, times = 1) {
      for (let n = 0; n < times; n++) {
        await page.keyboard.press(key);
        script.push(`${key}: ${await focused()}`);
      }
    },
    /** What live regions said since this was asked last. */
    async heard() {
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0));
      script.push(...heard.map((words) => `says: ${words}`));
    },
    /** What they said until now is not asked for. */
    forget: () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0)),
    /** Landmarks and headings: what a reader jumps through. */
    async outline() {
      for (const node of await tree()) {
        const role = String(node.role?.value ?? '');
        if (node.ignored || (role !== 'heading' && !landmarks.includes(role))) continue;
        // Without a name, these are no landmarks.
        if (['form', 'region'].includes(role) && !node.name?.value) continue;
        script.push(`jump: ${wordsOf(node)}`);
      }
    },
  };
};

const wordsOf = ({ role, name, description, value, properties = [] }: Node): string => {
  const of = (property: string) => properties.find((one) => one.name === property)?.value.value;
  const level = of('level');
  return [
    String(name?.value ?? ''),
    `${String(role?.value ?? '')}${level === undefined ? '' : ` ${level}`}`,
    ...(value?.value ? [`"${value.value}"`] : []),
    ...states.filter((state) => of(state) === true || of(state) === 'true'),
    ...(of('expanded') === undefined ? [] : [of('expanded') ? 'expanded' : 'collapsed']),
    ...(of('invalid') === 'true' ? ['invalid'] : []),
    ...(description?.value ? [String(description.value)] : []),
  ]
    .filter((words) => words !== '')
    .join(', ');
};
