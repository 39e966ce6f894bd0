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
}

const DOMAIN = 'lib/domain'

export const rooms: readonly Room[] = [
  room('lib/domain/text', 'text as people write it: issues, sentences, YAML'),
  room('lib/domain/sets', 'sets of ids as bits, and maps that share what they have in common'),
  room('lib/domain/lists', 'how a list counts'),
  room('lib/domain/audit', 'the chain of the audit’s hashes'),
  room('lib/domain/addresses', 'addresses of repositories, and which networks are nobody’s', [
    'text',
  ]),
  room('lib/domain/labels', 'labels, selectors and the index between them', ['text', 'sets']),
  room(
    'lib/domain/objects',
    'teams, clusters, applications and policies, and what is wrong with one',
    ['text', 'addresses', 'labels'],
  ),
  room('lib/domain/git', 'trees, paths, branches and files', [
    'text',
    'addresses',
    'labels',
    'objects',
  ]),
  room('lib/domain/access', 'who may do what', ['text', 'objects']),
  room('lib/domain/fleet', 'all objects of a tenant, and what is placed where and why', [
    'text',
    'sets',
    'labels',
    'objects',
  ]),
  room('lib/domain/reconcilers', 'what is written for Argo CD, and what people do by hand', [
    'text',
    'objects',
    'git',
  ]),
  room('lib/domain/impact', 'what an edit moves, which files it touches, and what to warn of', [
    'text',
    'sets',
    'labels',
    'objects',
    'git',
    'fleet',
    'reconcilers',
  ]),
  {
    path: 'lib/runtime',
    holds:
      'what holds for the whole process: hands on connections, names of errors, planned faults',
    imports: [],
    packages: ['node:'],
  },
  {
    path: 'lib/schemas',
    holds:
      'one zod schema a shape, how people’s JSON becomes an object, and the addresses of pages',
    imports: [DOMAIN],
    packages: ['zod'],
  },
  {
    path: 'lib/settings',
    holds: 'every setting of the environment',
    imports: [DOMAIN, 'lib/schemas'],
    packages: ['node:', 'zod'],
  },
  {
    path: 'lib/secrets',
    holds: 'the secrets of an installation, and what is sealed with them',
    imports: ['lib/runtime'],
    packages: ['node:', 'zod'],
  },
  {
    path: 'db',
    holds: 'tables, queries, migrations, the embedded server',
    imports: [DOMAIN, 'lib/runtime'],
    packages: ['node:', 'drizzle-orm', 'postgres'],
  },
  {
    path: 'lib/adapters/git',
    holds: 'the git binary, object stores, remotes, upload-pack',
    imports: [DOMAIN, 'lib/runtime'],
    packages: ['node:'],
  },
  {
    path: 'lib/adapters/identity',
    holds: 'identity providers, access tokens, groups from Graph, an issuer for tests and the demo',
    imports: [DOMAIN, 'lib/runtime', 'lib/schemas'],
    packages: ['node:', '@azure/msal-node', 'jose', 'jsonc-parser', 'zod'],
  },
  {
    path: 'lib/usecases',
    holds: 'the door (`define.ts`) and what goes through it',
    imports: [
      DOMAIN,
      'lib/runtime',
      'lib/schemas',
      'lib/settings',
      'lib/secrets',
      'lib/adapters',
      'db',
    ],
    packages: ['node:', 'diff', 'pino'],
  },
  {
    path: 'lib/start',
    holds: 'how a process comes up, and its server and its publisher',
    imports: [
      DOMAIN,
      'lib/schemas',
      'lib/settings',
      'lib/secrets',
      'lib/adapters',
      'lib/usecases',
      'db',
    ],
    packages: ['node:', 'pino'],
  },
  {
    path: 'lib/worker',
    holds: 'the publisher, in a thread of its own',
    imports: [
      DOMAIN,
      'lib/runtime',
      'lib/settings',
      'lib/secrets',
      'lib/adapters/git',
      'lib/usecases',
      'lib/start',
      'db',
    ],
    packages: ['node:', 'diff'],
  },
  {
    path: 'lib/demo',
    holds: 'the demo’s fleet, its people and its identity provider',
    imports: [DOMAIN, 'lib/settings', 'lib/adapters/identity', 'lib/usecases', 'db'],
    packages: ['node:'],
  },
  {
    path: 'lib/http/request',
    holds: 'what every request says of itself: where it comes from, and for which page',
    imports: ['lib/schemas', 'lib/settings', 'lib/usecases'],
    packages: ['node:'],
  },
  {
    path: 'lib/http/bodies',
    holds: 'the bytes of a body, their text and its values',
    imports: [DOMAIN, 'lib/runtime', 'lib/usecases'],
    packages: ['node:', 'jsonc-parser', 'yaml'],
  },
  {
    path: 'lib/http/sign-in',
    holds: 'signing in, and the session of a cookie',
    imports: [
      'lib/schemas',
      'lib/settings',
      'lib/usecases',
      'lib/demo',
      'lib/http/request',
      'lib/http/bodies',
    ],
    packages: ['next-auth'],
  },
  {
    path: 'lib/http/api',
    holds: 'from a request to an answer, for any operation: parameters, bodies, lists, problems',
    imports: [
      DOMAIN,
      'lib/schemas',
      'lib/usecases',
      'lib/http/request',
      'lib/http/bodies',
      'lib/http/sign-in',
    ],
    packages: ['node:', 'csv-stringify', 'prom-client', 'zod'],
  },
  {
    path: 'lib/http/operations',
    holds: 'the table of operations, its routes, and OpenAPI made of it',
    imports: [DOMAIN, 'lib/schemas', 'lib/usecases', 'lib/http/request', 'lib/http/api'],
    packages: ['node:', 'zod', 'zod-openapi'],
  },
  {
    path: 'lib/http/git',
    holds: 'fetching from the repositories that Berth keeps itself',
    imports: ['lib/usecases', 'lib/http/bodies', 'lib/http/api'],
    packages: [],
  },
  {
    path: 'lib/http/portal',
    holds: 'pages and forms to use cases',
    imports: [
      DOMAIN,
      'lib/schemas',
      'lib/usecases',
      'lib/http/request',
      'lib/http/sign-in',
      'lib/http/api',
      'lib/http/operations',
    ],
    packages: ['next', 'react'],
  },
  {
    path: 'lib/http/server',
    holds: 'the server: the gate before Next.js, its limits and its end',
    imports: [
      'lib/schemas',
      'lib/settings',
      'lib/usecases',
      'lib/start',
      'lib/demo',
      'lib/http/request',
      'lib/http/bodies',
      'lib/http/sign-in',
    ],
    packages: ['node:', 'next'],
  },
  {
    path: 'components',
    holds: 'primitives that know no noun, and pieces that pages share',
    imports: [DOMAIN, 'lib/schemas'],
    packages: [
      '@tanstack/react-query',
      'diff',
      'lucide-react',
      'next',
      'next-auth',
      'next-themes',
      'radix-ui',
      'react',
      'zod',
    ],
  },
  {
    path: 'app',
    holds: 'pages and routes, each a line or a screen',
    imports: [
      DOMAIN,
      'lib/schemas',
      'lib/usecases',
      'lib/http/request',
      'lib/http/sign-in',
      'lib/http/api',
      'lib/http/operations',
      'lib/http/git',
      'lib/http/portal',
      'components',
    ],
    packages: ['@tanstack/react-query', 'lucide-react', 'next', 'next-auth', 'react'],
  },
]

/** The domain is pure: it imports nothing but itself. */
function room(path: string, holds: string, others: readonly string[] = []): Room {
  return { path, holds, imports: others.map((name) => `${DOMAIN}/${name}`), packages: [] }
}

/** Whether a file of this room may import from the folder of the other one. */
export function mayImport(room: Room, other: Room): boolean {
  return [room.path, ...room.imports].some((path) => `${other.path}/`.startsWith(`${path}/`))
}
