// The rooms of the house, lowest first: what is in each, and what it may import beside itself. The linter's rules are made
// from this list, and the table of ARCHITECTURE.md is held to it. Tests, `scripts` and `e2e` may import everything.

export type Room = {
  /** A folder, with all that is in it but the rooms of its own. */
  readonly path: string
  readonly holds: string
  /** Rooms: of one that has rooms of its own, all of them. */
  readonly imports: readonly string[]
  /** Packages, and `node:` for what comes with Node.js. */
  readonly packages: readonly string[]
  /** Whether only the room around it may import it. */
  readonly isInner?: true
}

const OUTSIDE_LIB = ['db', 'components', 'app']

export const rooms: readonly Room[] = [
  room('domain/text', 'text as people write it: issues, sentences, YAML'),
  room('domain/sets', 'sets of ids as bits, and maps that share equal parts'),
  room('domain/audit', 'the chain of hashes in the audit'),
  room(
    'domain/addresses',
    'addresses of repositories, and the networks where none may be',
    'domain/text',
  ),
  room('domain/labels', 'labels, selectors and the index between them', 'domain/text domain/sets'),
  room(
    'domain/values',
    'values that people give: their normal form, expressions and schemas, and what looks like a secret in them',
    'domain/text domain/labels',
    '@marcbachmann/cel-js ajv ajv-formats re2js',
  ),
  room(
    'domain/observed',
    'what clusters report: the order of their words, states of placements, and how fresh they are',
    'domain/text',
  ),
  room(
    'domain/deliveries',
    'events that subscribers are told of, as messages, and when one is sent again',
  ),
  room(
    'domain/lists',
    'what filters, sorts and counts lists, and how far their rows are counted',
    'domain/text domain/labels domain/observed',
    'zod',
  ),
  room('domain/schedules', 'when what has a schedule is due', '', 'croner'),
  room(
    'domain/objects',
    'the kinds of object: words, owner, JSON and checks of each',
    'domain/text domain/addresses domain/values domain/labels domain/lists domain/observed domain/schedules domain/deliveries',
    'zod',
  ),
  room(
    'domain/configuration',
    'what configs tell an application on a cluster: one document, and where each value is from',
    'domain/text domain/values',
  ),
  room(
    'domain/git',
    'trees, paths, branches and files',
    'domain/text domain/addresses domain/labels domain/objects',
  ),
  room('domain/access', 'who may do what', 'domain/text domain/objects'),
  room(
    'domain/reconcilers/interface',
    'the interface of reconcilers, and what holds for all of them',
    'domain/text domain/objects domain/git domain/observed',
  ),
  {
    ...room(
      'domain/reconcilers/argocd',
      'everything about Argo CD; only the room around it may import it',
      'domain/text domain/objects domain/git domain/observed domain/reconcilers/interface',
    ),
    isInner: true,
  },
  room(
    'domain/reconcilers',
    'the reconcilers, which one a cluster has, and the files that they write',
    'domain/text domain/objects domain/git domain/observed domain/reconcilers/interface domain/reconcilers/argocd',
  ),
  room(
    'domain/releases',
    'which source an application has on which clusters',
    'domain/text domain/sets domain/objects',
  ),
  room(
    'domain/fleet',
    'all objects of a tenant, and what is placed where and why',
    'domain/text domain/sets domain/values domain/labels domain/observed domain/objects domain/reconcilers domain/releases',
  ),
  room(
    'domain/dependencies',
    'what applications need of each other before they are released, and where it is there',
    'domain/sets domain/observed domain/objects domain/releases domain/fleet',
  ),
  room(
    'domain/decisions',
    'on which of a policy’s clusters each application is, where some are chosen',
    'domain/text domain/sets domain/objects domain/fleet',
  ),
  room(
    'domain/impact',
    'what an edit moves, which files it touches, and what to warn of',
    'domain/text domain/sets domain/labels domain/objects domain/git domain/releases domain/fleet domain/dependencies domain/reconcilers',
    'fastest-levenshtein',
  ),
  room(
    'domain/rollouts',
    'how a version travels through an environment: its waves, and what must hold before each',
    'domain/text domain/sets domain/labels domain/observed domain/objects domain/releases domain/fleet',
  ),
  room(
    'domain/alerts',
    'what alert rules find, and when an alert fires and is over',
    'domain/sets domain/labels domain/objects domain/fleet',
  ),
  room(
    'runtime',
    'for the whole process: who holds a connection, names of errors, faults for tests',
    '',
    'node:',
  ),
  room(
    'schemas',
    'one zod schema for each shape, how sent JSON becomes an object, and the addresses of pages',
    'domain',
    'zod',
  ),
  room('settings', 'every setting of the environment', 'domain schemas', 'node: zod'),
  room(
    'secrets',
    'the secrets of an installation, and what is sealed with them',
    'runtime',
    'node: zod',
  ),
  room(
    'db',
    'tables, queries, migrations, the embedded server',
    'domain runtime',
    // zod: each raw statement says what its rows are.
    'node: drizzle-orm postgres zod',
  ),
  room(
    'adapters/git',
    'the git binary, object stores, remotes, upload-pack',
    'domain runtime',
    'node:',
  ),
  room(
    'adapters/identity',
    'identity providers, access tokens, groups from Graph, an issuer for tests and the demo',
    'domain runtime schemas',
    'node: @azure/msal-node jose jsonc-parser zod',
  ),
  room(
    'adapters/outgoing',
    'the guarded way out to hosts that people name: webhooks, sources of metrics and Git hosts',
    'domain runtime',
    'node:',
  ),
  room(
    'adapters/metrics',
    'sources of metrics: Prometheus and Azure, and how Berth signs in to them',
    'domain adapters/identity adapters/outgoing',
    'zod',
  ),
  room(
    'adapters/host',
    'pull requests at a repository’s host: GitHub, GitLab, Azure DevOps, Gitea and Forgejo',
    'domain adapters/outgoing',
    'zod',
  ),
  room(
    'usecases',
    'the door (`define.ts`) and what goes through it',
    'domain runtime schemas settings secrets adapters db',
    'node: diff pino',
  ),
  room(
    'lists',
    'the lists: what each asks of its use case, and its rows as JSON and as CSV',
    'domain schemas usecases',
    'node: csv-stringify zod',
  ),
  room(
    'start',
    'how a process comes up, and its server and its publisher',
    'domain schemas settings secrets adapters usecases db',
    'node: pino',
  ),
  room(
    'http/bodies',
    'the bytes of a body, their text and its values',
    'domain runtime schemas usecases',
    'node: csv-parse jsonc-parser protobufjs snappyjs yaml',
  ),
  room(
    'worker',
    'the publisher, in a thread of its own',
    'domain runtime schemas settings secrets adapters/git adapters/host usecases lists start http/bodies db',
    'node: diff',
  ),
  room(
    'demo',
    'the demo’s fleet, its people, its identity provider, and what its clusters report',
    'domain settings adapters/identity usecases db',
    'node: protobufjs snappyjs',
  ),
  room(
    'http/request',
    'the metadata of every request: where it comes from, and for which page',
    'schemas settings usecases',
    'node:',
  ),
  room(
    'http/sign-in',
    'signing in, and the session of a cookie',
    'schemas settings usecases demo http/request http/bodies',
    'cookie next-auth',
  ),
  room(
    'http/api',
    'from a request to an answer, for any operation: parameters, bodies, lists, problems',
    'domain schemas usecases lists http/request http/bodies http/sign-in',
    'node: prom-client zod',
  ),
  room(
    'http/operations',
    'the table of operations, its routes, and OpenAPI made of it',
    'domain schemas usecases lists http/request http/api',
    'node: @scalar/fastify-api-reference zod zod-openapi',
  ),
  room(
    'http/git',
    'serves fetches from the repositories that Berth keeps itself',
    'usecases http/request http/bodies http/api',
  ),
  room(
    'http/portal',
    'leads pages and forms to use cases',
    'domain schemas usecases lists http/request http/sign-in http/api http/operations',
    'next react zod',
  ),
  room(
    'http/server',
    'the server: the gate, the answers that need no Next.js, its limits and its shutdown',
    'schemas settings usecases start demo http/request http/bodies http/sign-in http/api http/operations http/git',
    'node: next',
  ),
  room(
    'components',
    'primitives that know no kind of object, and pieces that pages share',
    'domain schemas',
    '@ariakit/react @codemirror/autocomplete @codemirror/commands @codemirror/lint @codemirror/state @codemirror/view @dagrejs/dagre @tanstack/react-query @tanstack/react-virtual @xyflow/react diff lucide-react next next-auth next-themes radix-ui react react-dom recharts yaml zod',
  ),
  room(
    'app',
    'pages and routes, each a line or a screen',
    'domain schemas usecases lists http/request http/sign-in http/api http/operations http/git http/portal components',
    '@tanstack/react-query lucide-react next next-auth react',
  ),
]

/** Rooms by their names within `lib`, and packages; of either several, with spaces between. */
function room(name: string, holds: string, imports = '', packages = ''): Room {
  return {
    path: pathOf(name),
    holds,
    imports: listOf(imports).map(pathOf),
    packages: listOf(packages),
  }
}

function pathOf(room: string): string {
  return OUTSIDE_LIB.includes(room) ? room : `lib/${room}`
}

function listOf(text: string): string[] {
  return text.split(' ').filter((each) => each !== '')
}

/** Whether a file of this room may import from the folder of the other one. */
export function mayImport(room: Room, other: Room): boolean {
  if (other.isInner) return `${other.path}/`.startsWith(`${room.path}/`)
  return [room.path, ...room.imports].some((path) => `${other.path}/`.startsWith(`${path}/`))
}
