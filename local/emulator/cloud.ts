import { account, region } from './start-emulator';

export interface Resource {
  readonly stack: string;
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
}

export interface Mail {
  readonly To: readonly string[];
  readonly Subject: string;
  readonly BodyText: string;
}

/**
 * The few AWS calls that an operator of a deployment makes, in AWS's own protocols. The emulator checks no signatures.
 */
export interface Cloud {
  readonly resources: (stack: string) => Promise<readonly Resource[]>;
  /** All existing stacks, in any state. */
  readonly stacks: () => Promise<readonly string[]>;
  /** The state of a stack, such as `ROLLBACK_COMPLETE`. `undefined`: there is none. */
  readonly status: (stack: string) => Promise<string | undefined>;
  /** Ends the termination protection of a stack. */
  readonly allowDeletion: (stack: string) => Promise<void>;
  readonly isClusterProtected: (cluster: string) => Promise<boolean>;
  /** Ends the deletion protection of a database cluster. */
  readonly allowClusterDeletion: (cluster: string) => Promise<void>;
  /** Rejects when the function threw. */
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly putSecret: (id: string, value: Readonly<Record<string, string>>) => Promise<void>;
  /** The headers that a distribution adds for its origins. */
  readonly originHeaders: (distributionId: string) => Promise<Readonly<Record<string, string>>>;
  readonly mails: () => Promise<readonly Mail[]>;
  /** The lines of a log group that contain `text`. */
  readonly logLines: (group: string, text: string) => Promise<readonly string[]>;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (text: string) =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (all, name: string) => entities[name] ?? all);
const texts = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => unescaped(text));
const blocks = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) => inner);

interface LogPage {
  readonly events: readonly { readonly message: string }[];
  readonly nextToken?: string;
}

interface Question {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

export const openCloud = (url: string): Cloud => {
  const ask = async (service: string, path: string, init: Question = {}): Promise<Response> => {
    const scope = `${account}/20260101/${region}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=local`;
    const signal = AbortSignal.timeout(120_000);
    const answer = await fetch(`${url}${path}`, { ...init, signal, headers: { authorization, ...init.headers } });
    if (!answer.ok) throw new Error(`${service} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    return answer;
  };
  /** A call in the query protocol. */
  const query = (service: string, version: string) => async (parameters: Readonly<Record<string, string>>) =>
    (
      await ask(service, '/', { method: 'POST', body: new URLSearchParams({ Version: version, ...parameters }) })
    ).text();
  const formation = query('cloudformation', '2010-05-15');
  const database = query('rds', '2014-10-31');
  const json = async (service: string, target: string, question: object) => {
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
    return (await ask(service, '/', { method: 'POST', headers, body: JSON.stringify(question) })).json();
  };

  return {
    resources: async (stack) => {
      const found: Resource[] = [];
      for (let page: string | undefined = ''; page !== undefined; ) {
        const next = { ...(page && { NextToken: page }) };
        const xml: string = await formation({ Action: 'ListStackResources', StackName: stack, ...next });
        for (const member of blocks(xml, 'member')) {
          const [type = ''] = texts(member, 'ResourceType');
          const [logicalId = ''] = texts(member, 'LogicalResourceId');
          const [physicalId = ''] = texts(member, 'PhysicalResourceId');
          found.push({ stack, type, logicalId, physicalId });
        }
        page = texts(xml, 'NextToken')[0];
      }
      return found;
    },
    stacks: async () => texts(await formation({ Action: 'DescribeStacks' }), 'StackName'),
    allowDeletion: async (stack) => {
      const no = { EnableTerminationProtection: 'false' };
      await formation({ Action: 'UpdateTerminationProtection', StackName: stack, ...no });
    },
    status: async (stack) => {
      const found = blocks(await formation({ Action: 'DescribeStacks' }), 'member').find((member) =>
        texts(member, 'StackName').includes(stack),
      );
      return found && texts(found, 'StackStatus')[0];
    },
    isClusterProtected: async (cluster) => {
      const xml = await database({ Action: 'DescribeDBClusters', DBClusterIdentifier: cluster });
      return texts(xml, 'DeletionProtection')[0] === 'true';
    },
    allowClusterDeletion: async (cluster) => {
      await database({ Action: 'ModifyDBCluster', DBClusterIdentifier: cluster, DeletionProtection: 'false' });
    },
    invoke: async (functionName, event) => {
      const path = `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`;
      const answer = await ask('lambda', path, { method: 'POST', body: JSON.stringify(event) });
      const said = await answer.text();
      if (answer.headers.get('x-amz-function-error')) throw new Error(`${functionName} failed: ${said.slice(0, 1000)}`);
      return JSON.parse(said);
    },
    putSecret: async (id, value) => {
      await json('secretsmanager', 'secretsmanager.PutSecretValue', {
        SecretId: id,
        SecretString: JSON.stringify(value),
        ClientRequestToken: crypto.randomUUID(),
      });
    },
    originHeaders: async (distributionId) => {
      const xml = await (await ask('cloudfront', `/2020-05-31/distribution/${distributionId}/config`)).text();
      const names = texts(xml, 'HeaderName');
      return Object.fromEntries(texts(xml, 'HeaderValue').map((value, at) => [names[at] ?? '', value]));
    },
    mails: async () => {
      const said: { messages: Readonly<Record<string, readonly Mail[]>> } = await (
        await ask('ses', '/_ministack/ses/messages')
      ).json();
      return Object.values(said.messages).flat();
    },
    logLines: async (group, text) => {
      const found: string[] = [];
      for (let page: string | undefined = ''; page !== undefined; ) {
        const said: LogPage = await json('logs', 'Logs_20140328.FilterLogEvents', {
          logGroupName: group,
          filterPattern: `"${text}"`,
          ...(page && { nextToken: page }),
        });
        found.push(...said.events.map(({ message }) => message));
        page = said.nextToken;
      }
      return found;
    },
  };
};
