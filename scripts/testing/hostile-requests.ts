// Requests that no honest client writes, byte by byte, and the answers that a running portal must give.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type Hostile = {
  readonly name: string
  readonly method?: string
  readonly target: string
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
  /** Whether it has the admin's token; without it nothing is revealed. */
  readonly token?: boolean
  readonly status: number
  /** Where it sends the browser; absent: nowhere. */
  readonly location?: string
}

export type RawAnswer = {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

/** Sends a request as it is written, on a connection of its own. The host is the portal's unless one is among the headers. */
export async function send(
  url: string,
  { method = 'GET', target, headers = [], body = '' }: Omit<Hostile, 'name' | 'status'>,
): Promise<RawAnswer> {
  const { host, port } = new URL(url)
  const names = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [
    ...(names.has('host') ? [] : [['Host', host]]),
    ['Connection', 'close'],
    ...headers,
    ...(body === '' || names.has('content-length') || names.has('transfer-encoding')
      ? []
      : [['Content-Length', String(Buffer.byteLength(body))]]),
  ].map(([name, value]) => `${name}: ${value}\r\n`)
  const socket = connect(Number(port), '127.0.0.1')
  // A refused request may be cut off before all of it is sent.
  socket.on('error', () => undefined)
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1')
  return parse(await text(socket))
}

function parse(answer: string): RawAnswer {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ')
    return [name.toLowerCase(), value.join(': ')] as const
  })
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
  return { status, headers: new Map(headers), text: rest.join('\r\n\r\n') }
}

const FOREIGN = 'evil.example'
const SIGN_IN = { status: 307, location: '/sign-in?callbackUrl=%2Fteams' }
/** For a cookie whose session has ended. */
const SIGN_IN_AGAIN = { ...SIGN_IN, location: `${SIGN_IN.location}&error=ended` }
const json = ['Content-Type', 'application/json'] as const
const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const
const foreignForm = [form, ['Origin', `https://${FOREIGN}`]] as const
const gitInfo = '/git/gitops.git/info/refs?service=git-upload-pack'
const gitPack = '/git/gitops.git/git-upload-pack'

/** CVE-2025-29927: a header of Next.js's own that let requests past the proxy; under every name that its file ever had. */
const skipping = ['middleware', 'src/middleware', 'pages/_middleware', 'proxy', 'src/proxy']
  .flatMap((name) => [name, Array.from({ length: 5 }, () => name).join(':')])
  .flatMap((value): Hostile[] => {
    const header = ['x-middleware-subrequest', value] as const
    return [
      { name: `${value} for a page`, target: '/teams', headers: [header], ...SIGN_IN },
      {
        name: `${value} for another site’s form`,
        method: 'POST',
        target: '/teams',
        headers: [header, ...foreignForm],
        body: 'name=x',
        status: 403,
      },
    ]
  })

const inner = [
  ['x-middleware-rewrite', '/api/v1/teams'],
  ['x-middleware-next', '1'],
  ['x-middleware-override-headers', 'cookie'],
  ['x-invoke-path', '/api/v1/teams'],
  ['x-invoke-error', '{"message":"x"}'],
  ['x-matched-path', '/api/v1/teams'],
  ['next-resume', '1'],
  ['X-Original-URL', '/api/v1/teams'],
  ['X-Rewrite-URL', '/api/v1/teams'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Forwarded-Host', FOREIGN],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Port', '1'],
  ['X-Forwarded-Prefix', `//${FOREIGN}`],
  ['Forwarded', `host=${FOREIGN};proto=https`],
  ['X-Berth-Target', `//${FOREIGN}/`],
  ['X-Berth-Address', FOREIGN],
  ['Cookie', 'berth-session=garbage'],
  ['Cookie', 'berth-session=eyJhbGciOiJub25lIn0..'],
  ['Cookie', 'berth-session=a.b.c.d.e; berth-session=%00'],
] as const

const ignored = inner.flatMap((header): Hostile[] => [
  {
    name: `${header.join(': ')} for a page`,
    target: '/teams',
    headers: [header],
    ...(header[0] === 'Cookie' ? SIGN_IN_AGAIN : SIGN_IN),
  },
  {
    name: `${header.join(': ')} for the API`,
    target: '/api/v1/teams',
    headers: [header],
    status: 401,
  },
])

const rsc = ['%7Bgarbage', '%', 'null', '[]', 'a'.repeat(9000)].map((tree): Hostile => ({
  name: `a router state of ${tree.slice(0, 20)}`,
  target: '/sign-in?_rsc',
  headers: [
    ['RSC', '1'],
    ['Next-Router-State-Tree', tree],
  ],
  status: 307,
}))

const actions: readonly Hostile[] = [
  { name: 'of nobody', headers: [['Next-Action', 'deadbeef']], status: 400 },
  { name: 'that there is none of', headers: [['Next-Action', `40${'a'.repeat(40)}`]], status: 409 },
  { name: 'in a form', headers: [], body: part('$ACTION_ID_abc', ''), status: 400 },
  {
    name: 'in a form, by reference',
    headers: [],
    body: part('$ACTION_REF_1', '') + part('$ACTION_1:0', '{"id":"zz","bound":"$@1"}'),
    status: 400,
  },
].map(({ name, headers, body, status }) => ({
  name: `a server action ${name}`,
  method: 'POST',
  target: '/sign-in',
  headers: [
    ...headers.map(([header, value]) => [header ?? '', value ?? ''] as const),
    ['Sec-Fetch-Site', 'same-origin'],
    ['Content-Type', body === undefined ? 'text/plain' : 'multipart/form-data; boundary=x'],
  ],
  body: body === undefined ? '[]' : `${body}--x--\r\n`,
  status,
}))

function part(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

const LARGE = ['Content-Length', String(2 * 1024 * 1024)] as const
const bodies = (['/sign-in', '/teams', '/api/auth/callback/demo'] as const).flatMap(
  (target): Hostile[] =>
    (
      [
        ['of more than a mebibyte', LARGE, 413],
        ['of a length that isn’t told', ['Transfer-Encoding', 'chunked'], 411],
      ] as const
    ).map(([what, header, status]) => ({
      name: `a body ${what} for ${target}`,
      method: 'POST',
      target,
      headers: [form, ['Sec-Fetch-Site', 'same-origin'], ['Next-Action', 'deadbeef'], header],
      status,
    })),
)

const twice = (name: string, first: string, second: string): Hostile => ({
  name: `${name} twice`,
  target: '/api/v1/teams',
  headers: [
    [name, first],
    [name, second],
  ],
  status: 400,
})

const framing: readonly Hostile[] = [
  twice('Host', 'localhost', FOREIGN),
  { ...twice('Authorization', 'Bearer a', 'Bearer b'), status: 401 },
  twice('Content-Type', 'application/json', 'text/plain'),
  {
    name: 'If-Match twice, one of them any',
    method: 'DELETE',
    target: '/api/v1/teams/ieb?dryRun=true',
    headers: [
      ['If-Match', '"a"'],
      ['If-Match', '*'],
    ],
    token: true,
    status: 400,
  },
  ...(
    [
      [
        'two ends of one body',
        [
          ['Content-Length', '5'],
          ['Transfer-Encoding', 'chunked'],
        ],
      ],
      [
        'two lengths',
        [
          ['Content-Length', '5'],
          ['Content-Length', '6'],
        ],
      ],
      ['a negative length', [['Content-Length', '-1']]],
      ['an unknown encoding', [['Transfer-Encoding', 'xchunked']]],
    ] as const
  ).map(([name, headers]): Hostile => ({
    name,
    method: 'POST',
    target: '/api/v1/teams?dryRun=true',
    headers: [json, ...headers],
    body: '0\r\n\r\nGET /api/v1/teams HTTP/1.1\r\n\r\n',
    token: true,
    status: 400,
  })),
  {
    name: 'a header of 40,000 characters',
    target: '/api/v1/teams',
    headers: [['X-Long', 'a'.repeat(40_000)]],
    status: 431,
  },
]

const addresses: readonly Hostile[] = [
  ...[
    '/%',
    '/teams/%zz',
    '/api/v1/teams/%ff',
    '/%ED%A0%80',
    '*',
    'ftp://h/x',
    'file:///etc/passwd',
  ].map((target): Hostile => ({ name: target, target, status: 400 })),
  { name: 'a NUL for the API', target: '/api/v1/teams/%00', token: true, status: 404 },
  {
    name: 'a NUL for a page',
    target: '/teams/%00',
    status: 307,
    location: '/sign-in?callbackUrl=%2Fteams%2F%2500',
  },
  ...[
    '/git/%00/info/refs',
    '/git/..%2f..%2fsecrets.json',
    '/git/gitops.git/%2e%2e/secrets.json',
    '/git/secrets.json',
  ].flatMap((target): Hostile[] => [
    { name: `${target} without a token`, target, status: 401 },
    { name: `${target} with a token`, target, token: true, status: 404 },
  ]),
  ...[
    '/git/gitops.git/config',
    '/git/gitops.git/objects/info/packs',
    '/_global-error',
    '/_error',
    '/_next/image?url=http://evil.example/x&w=64&q=75',
    '/_next/data/x/teams.json',
  ].map((target): Hostile => ({ name: target, target, status: 404 })),
  ...[
    '/git/../secrets.json',
    '/_next/static/../../package.json',
    '/_next/static/%2e%2e/%2e%2e/server/app-paths-manifest.json',
    '/_next/static/..%2f..%2fBUILD_ID',
    '/_next/static/..%5c..%5cBUILD_ID',
    '/_next/BUILD_ID',
    '/.git/config',
    '/.env',
    '/__nextjs_source-map?filename=/etc/passwd',
    `/${'a'.repeat(8000)}`,
    `/teams?${'a'.repeat(8000)}`,
  ].map((target): Hostile => ({ name: target.slice(0, 60), target, status: 307 })),
  ...['//', '///', '/\\', '/\\\\'].map((start): Hostile => ({
    name: `${start}${FOREIGN}`,
    target: `${start}${FOREIGN}`,
    status: 308,
    location: `/${FOREIGN}`,
  })),
  {
    name: 'another site’s page',
    target: `http://${FOREIGN}/api/v1/teams`,
    token: true,
    status: 421,
  },
  {
    name: 'git’s tips for another site',
    target: gitInfo,
    headers: [['Host', FOREIGN]],
    status: 421,
  },
  {
    name: 'sign-in for another site',
    target: '/sign-in',
    headers: [['Host', FOREIGN]],
    status: 421,
  },
]

const methods = ['TRACE', 'PROPFIND', 'QUERY'].flatMap((method) =>
  ['/', '/teams', '/api/v1/teams', '/healthz', gitInfo, '/nowhere', '/api/nowhere'].map(
    (target): Hostile => ({ name: `${method} ${target}`, method, target, status: 405 }),
  ),
)

const others: readonly Hostile[] = [
  { name: 'a method that HTTP doesn’t know', method: 'FOO', target: '/api/v1/teams', status: 400 },
  { name: 'HEAD of a list without a token', method: 'HEAD', target: '/api/v1/teams', status: 401 },
  { name: 'OPTIONS of a list', method: 'OPTIONS', target: '/api/v1/teams', status: 405 },
  { name: 'OPTIONS of a page', method: 'OPTIONS', target: '/teams', status: 403 },
  ...['/nowhere', '/api/nowhere', '/_next/nowhere'].map((target): Hostile => ({
    name: `another site’s form to ${target}`,
    method: 'POST',
    target,
    headers: foreignForm,
    body: 'name=x',
    status: 403,
  })),
  {
    name: 'git’s pack for nonsense',
    method: 'POST',
    target: gitPack,
    headers: [['Content-Type', 'application/x-git-upload-pack-request']],
    body: 'x',
    status: 400,
  },
  {
    name: 'git’s tips for a garbled password',
    target: gitInfo,
    headers: [['Authorization', 'Basic !!!']],
    status: 401,
  },
]

export const hostileRequests: readonly Hostile[] = [
  ...skipping,
  ...ignored,
  ...rsc,
  ...actions,
  ...bodies,
  ...framing,
  ...addresses,
  ...methods,
  ...others,
]

/** Links and redirects contain the configured address of the portal, whatever the request claims. */
export const forwarding = inner.filter(([name]) => /^(x-)?forwarded/i.test(name))
