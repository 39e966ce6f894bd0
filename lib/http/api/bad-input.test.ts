import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Kind, KINDS } from '#lib/domain/objects/kinds.ts'
import { type Answer, createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import {
  application,
  cluster,
  documentOf,
  kinds,
  subscription,
  team,
} from '#lib/http/testing/bodies.ts'
import { countRows } from '#lib/http/testing/rows.ts'

let api: TestApi
let rows: Record<string, number>
const prototypeBefore = Object.getOwnPropertyNames(Object.prototype).sort()

// `*` is a string, so that a merge patch replaces it and doesn't merge into it.
const policy = { ...kinds['target-policy'].body, app_selector: '*', cluster_selector: '*' }
const bodies: Record<Kind, Readonly<Record<string, unknown>> & { name: string }> = {
  team: { ...team, cluster_boundary: '*', source_repos: ['https://git.example.com/ieb/app1.git'] },
  cluster,
  'cluster-type': kinds['cluster-type'].body,
  'registration-token': kinds['registration-token'].body,
  application,
  'target-policy': policy,
  config: { ...kinds.config.body, app_selector: '*', cluster_selector: '*' },
  'config-schema': { ...kinds['config-schema'].body, app_selector: '*', cluster_selector: '*' },
  scheduler: kinds.scheduler.body,
  environment: kinds.environment.body,
  freeze: kinds.freeze.body,
  'guard-rule': { ...kinds['guard-rule'].body, cluster_selector: '*' },
  'alert-rule': kinds['alert-rule'].body,
  'saved-report': kinds['saved-report'].body,
  'metric-source': kinds['metric-source'].body,
  silence: { ...kinds.silence.body, cluster_selector: '*' },
  subscription,
}

beforeAll(async () => {
  api = await createTestApi()
  for (const kind of KINDS) {
    const made = await api.call(kinds[kind].collection, { body: bodies[kind] })
    expect(made.status, made.text).toBe(201)
  }
  rows = await countRows(api)
})

afterAll(async () => {
  expect(await countRows(api)).toEqual(rows)
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototypeBefore)
})

const DOORS = ['create', 'replace', 'patch', 'apply'] as const
type Door = (typeof DOORS)[number]

/** An object of the kind with this value in the field, sent through the door. */
function send(door: Door, kind: Kind, field: string, input: unknown): Promise<Answer> {
  const { collection, item } = kinds[kind]
  const valid = bodies[kind]
  const path = item(valid.name)
  const fresh = { ...valid, name: 'fresh', [field]: input }
  const headers = { 'if-match': '*' }
  switch (door) {
    case 'create':
      return api.call(collection, { body: fresh })
    case 'replace':
      return api.call(path, { method: 'PUT', body: { ...valid, [field]: input }, headers })
    case 'patch':
      return api.call(path, { method: 'PATCH', body: { [field]: input }, headers })
    case 'apply':
      return api.call('/apply', { body: [documentOf(kind, fresh)] })
  }
}

/** Sends an object with this description through every door. */
async function expectTooLarge(kind: Kind, description: string) {
  const { collection, item } = kinds[kind]
  const body = { ...bodies[kind], name: 'fresh', description }
  const headers = { 'if-match': '*' }
  const path = item(bodies[kind].name)
  for (const answer of [
    await api.call(collection, { body }),
    await api.call(path, { method: 'PUT', body, headers }),
    await api.call(path, { method: 'PATCH', body: { description }, headers }),
  ]) {
    expect(answer).toMatchObject({ status: 413, json: { code: 'too_large' } })
  }
  expect(await api.call('/apply', { body: documentOf(kind, body) })).toMatchObject({
    status: 422,
    json: { code: 'too_long', errors: [{ pointer: '/0/spec/description' }] },
  })
}

type Field = readonly [Kind, string]
type Row = readonly [row: string, what: string, input: unknown]

/** Each of the inputs is refused in each of the fields, with this code. */
function flaws(code: string, fields: readonly Field[], inputs: readonly Row[], status = 422) {
  return fields.flatMap(([kind, field]) =>
    inputs.map(([row, what, input]) => ({ row, kind, field, what, input, status, code })),
  )
}

const every = (field: string): Field[] => KINDS.map((kind) => [kind, field])
/** The kinds that have no such field. */
const lacking = (field: string) =>
  every(field).filter(([kind]) => !Object.hasOwn(bodies[kind], field))
const long = (length: number) => 'a'.repeat(length)
const names: readonly Field[] = [
  ...every('name'),
  ['application', 'namespace'],
  ['target-policy', 'namespace'],
  ['config', 'namespace'],
  ['config-schema', 'namespace'],
]
/** An environment is named as clusters have it in a label. */
const lowerCaseNames = names.filter(([kind, field]) => kind !== 'environment' || field !== 'name')
const teamName: readonly Field[] = [['team', 'name']]
const descriptions: readonly Field[] = [...every('description'), ['cluster', 'shortName']]
const environment: readonly Field[] = [['cluster', 'environment']]
const sourceRepos: readonly Field[] = [['team', 'source_repos']]
const repoUrl: readonly Field[] = [['application', 'repo_url']]
const repoBranch: readonly Field[] = [['application', 'repo_branch']]
const repoPath: readonly Field[] = [['application', 'repo_path']]
const texts: readonly Field[] = [
  ...names,
  ...descriptions,
  ...environment,
  ...repoUrl,
  ...repoBranch,
  ...repoPath,
]
const joinable = [
  ['team', 'name'],
  ['application', 'name'],
  ['application', 'namespace'],
  ['target-policy', 'namespace'],
  ['config', 'namespace'],
  ['config-schema', 'namespace'],
] as const
const labelled = [
  ['cluster', 'metadata'],
  ['application', 'metadata'],
] as const
const selectors = [
  ['target-policy', 'app_selector'],
  ['target-policy', 'cluster_selector'],
  ['config', 'app_selector'],
  ['config', 'cluster_selector'],
  ['config-schema', 'app_selector'],
  ['config-schema', 'cluster_selector'],
  ['team', 'cluster_boundary'],
] as const

const cases = [
  flaws('name_format', names, [
    ['1', 'empty', ''],
    ['2', '64 characters', long(64)],
    ['3', 'a dash first', '-a'],
    ['4', 'a dash last', 'a-'],
    ['10', 'a key of every object', '__proto__'],
  ]),
  flaws('name_format', lowerCaseNames, [
    ['5', 'upper case', 'A_B'],
    ['6', 'dots', 'a..b'],
    ['11', 'a method of every object', 'toString'],
  ]),
  flaws('name_format', joinable, [['1-6', 'what joins names', 'a--b']]),
  flaws('name_reserved', teamName, [
    ['7', 'of Kubernetes', 'kube-system'],
    ['8', 'of Argo CD', 'argocd'],
    ['9', 'default', 'default'],
    ['7-9', 'of Berth', 'berth-x'],
    ['7-9', 'any system', 'longhorn-system'],
    ['7-9', 'of OpenShift', 'openshift-x'],
    ['7-9', 'of the installation', 'cert-manager'],
    ['7-9', 'by a pattern of the installation', 'flux-x'],
  ]),
  flaws('name_charset', names, [
    ['13', 'a Cyrillic letter', 'аpp'],
    ['14', 'a zero-width space', 'app\u200b'],
    ['15', 'a direction override', '\u202egpj.exe'],
    ['16', 'full width', 'ａｐｐ'],
  ]),
  flaws('control_char', texts, [['17', 'NUL', 'a\u0000b']]),
  flaws('invalid_unicode', texts, [['18', 'half a surrogate pair', 'a\ud800b']]),
  flaws('too_long', descriptions, [['22', 'combining marks', 'a' + '\u0301'.repeat(100_000)]]),
  flaws('label_key', labelled, [
    ['26', 'a name of 64 characters', { [long(64)]: 'x' }],
    ['26', 'a prefix of 254 characters', { [`${'a.'.repeat(126)}aa/x`]: 'x' }],
    ['26', 'two slashes', { 'a/b/c': 'x' }],
    ['26', 'empty', { '': 'x' }],
  ]),
  flaws('label_reserved', labelled, [
    ['27', 'of Argo CD', { 'argocd.argoproj.io/sync-options': 'x' }],
    ['27', 'of Argo CD below a name', { 'link.argocd.argoproj.io/x': 'x' }],
    ['27', 'of pod security', { 'pod-security.kubernetes.io/enforce': 'privileged' }],
    ['27', 'of Berth', { 'berth.dev/team': 'x' }],
  ]),
  flaws('label_value', labelled, [
    ['34', '64 characters', { a: long(64) }],
    ['34', 'a space', { a: 'a b' }],
    ['34', 'not ASCII', { a: 'é' }],
    ['34', 'a dash first', { a: '-a' }],
  ]),
  flaws('label_value', environment, [
    ['34', '64 characters', long(64)],
    ['34', 'a space', 'a b'],
  ]),
  flaws('label_type', labelled, [
    ['35', 'a number', { a: 1 }],
    ['35', 'a boolean', { a: true }],
    ['35', 'an object', { a: {} }],
    ['35', 'an array', { a: [] }],
    ['35', 'labels as an array', ['a']],
    ['35', 'labels as a string', 'a=b'],
  ]),
  flaws('too_many', labelled, [
    [
      '36',
      '10,000 keys',
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 'x'])),
    ],
  ]),
  flaws('selector_empty', selectors, [
    ['38', 'an empty map', {}],
    ['38', 'an empty string', ''],
    ['38', 'an empty structure', { matchLabels: {}, matchExpressions: [] }],
  ]),
  flaws('selector_value', selectors, [
    ['39', 'a comma', { a: 'b,c' }],
    ['39', 'an equals sign', { a: 'b=c' }],
    ['39', 'an exclamation mark', { a: '!b' }],
    ['39', 'the start of a list', { a: 'in (' }],
    ['39', 'in a structure', { matchLabels: { a: 'b,c' } }],
    ['41', 'a regular expression', { a: '(a+)+$' }],
    ['35', 'a number', { a: 1 }],
  ]),
  flaws('too_many', selectors, [
    ['41', '1,000 terms', Array.from({ length: 1000 }, (_, i) => `k${i}=x`).join(',')],
    [
      '41',
      '1,000 labels',
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, 'x'])),
    ],
  ]),
  flaws('selector_operator', selectors, [['41', 'an order', 'a>1']]),
  flaws('selector_syntax', selectors, [
    ['39', 'half a list', 'a in (b'],
    ['35', 'a number', 1],
    ['35', 'an array', []],
  ]),
  flaws('url_scheme', repoUrl, [
    ['42', 'a command', 'ext::sh -c id'],
    ['43', 'a file', 'file:///x'],
    ['44', 'a path', '/srv/x'],
    ['45', 'the git protocol', 'git://h/x'],
    ['46', 'without TLS', 'http://h/x'],
    ['47', 'a descriptor', 'fd::17/x'],
  ]),
  flaws('url_format', repoUrl, [
    ['48', 'an option', '--upload-pack=touch x'],
    ['49', 'an option as a host', 'ssh://-oProxyCommand=x/y'],
    ['50', 'a short option', '-c'],
    ['58', 'a user', 'https://good@evil/r'],
    ['58', 'a backslash', 'https://good\\@evil'],
    ['58', 'no host', 'https:///h/r'],
    ['58', 'a line break', 'https://h\nhost=evil'],
    ['48-58', 'the user of Azure DevOps', 'https://o@dev.azure.com/o/p/_git/r'],
  ]),
  flaws('url_credentials', repoUrl, [['51', 'a token', 'https://user:s3cr3t-t0k3n@h.example/r']]),
  flaws('url_host', repoUrl, [
    ['52', 'loopback', 'https://127.0.0.1/r'],
    ['53', 'loopback in IPv6', 'https://[::ffff:127.0.0.1]/r'],
    ['54', 'loopback as a number', 'https://2130706433/r'],
    ['55', 'loopback in hexadecimal', 'https://0x7f.1/r'],
    ['56', 'metadata', 'https://169.254.169.254/r'],
    ['52', 'localhost', 'https://localhost/r'],
  ]),
  flaws('url_glob', repoUrl, [
    ['59', 'a wildcard', 'https://git.example/team-*'],
    ['59', 'a negation', '!https://git.example/r'],
    ['59', 'alternatives', 'https://git.example/{a,b}'],
  ]),
  flaws('url_glob', sourceRepos, [['59', 'a wildcard', ['https://git.example/team-*']]]),
  flaws(
    'repo_not_entitled',
    repoUrl,
    [['60', 'outside source_repos', 'https://git.example.com/other/app.git']],
    403,
  ),
  flaws('branch_format', repoBranch, [
    ['61', 'an option', '-x'],
    ['62', 'a range', 'a..b'],
    ['63', 'a space', 'a b'],
    ['64', 'a reflog', '@{1}'],
    ['65', 'HEAD', 'HEAD'],
    ['66', 'a full ref', 'refs/heads/x'],
    ['67', 'a lock', 'x.lock'],
    ['68', 'a refspec', 'a:b'],
    ['69', 'a line break', 'a\nb'],
    ['61-69', 'empty', ''],
  ]),
  flaws('branch_charset', repoBranch, [
    ['70', 'not ASCII', 'ü'],
    ['70', 'a direction override', 'a\u202eb'],
  ]),
  flaws('path_format', repoPath, [
    ['71', 'up', '../x'],
    ['72', 'absolute', '/abs'],
    ['73', 'up in the middle', 'a/../../b'],
    ['74', 'into .git', '.git/hooks'],
    ['75', 'a backslash', 'a\\b'],
    ['76', 'two slashes', 'a//b'],
    ['77', 'percent-encoded', '%2e%2e/x'],
    ['78', 'the short name of .git', 'git~1'],
    ['78', '.git in upper case', '.GIT'],
    ['78', '.git in disguise', '.g\u200cit'],
    ['78', 'a dot last', 'a.'],
    ['78', 'a space last', 'a '],
    ['78', '4,097 characters', long(4097)],
    ['71-77', 'empty', ''],
  ]),
  flaws('type', every('name'), [
    ['35', 'a number', 1],
    ['35', 'an object', {}],
    ['35', 'an array', ['a']],
  ]),
  flaws('unknown_field', lacking('constructor'), [['A3', 'what every object has', 'x']]),
].flat()

const met = new Set<string>()
const isNew = (what: string) => !met.has(what) && met.add(what).has(what)

/** The first flaw of each field and the first of each code go through every door, each of the others through one. */
const sent = cases.map((flaw, index) => {
  const isFirst = [isNew(`${flaw.kind} ${flaw.field}`), isNew(flaw.code)].includes(true)
  return { ...flaw, doors: isFirst ? DOORS : [DOORS[index % DOORS.length]!] }
})

describe('what the source documents use is accepted', () => {
  const accepted: readonly (readonly [Kind, Record<string, unknown>])[] = [
    ['target-policy', { name: 'app1_to_west' }],
    ['target-policy', { cluster_selector: 'a=1,a=2' }],
    ['target-policy', { app_selector: { nobody: 'has-it' } }],
    ['application', { repo_branch: 'master', repo_path: 'manifest/app1' }],
    ['cluster', { metadata: { country: 'Australia', gpu: 'true' } }],
    [
      'cluster',
      { metadata: { no: 'no', on: 'on', y: 'y', oct: '0123', exp: '1e3', day: '2001-01-01' } },
    ],
    [
      'cluster',
      { metadata: { 'topology.kubernetes.io/region': 'east', constructor: 'x', toString: 'x' } },
    ],
    ['cluster', { name: 'default' }],
    ['cluster', { name: 'a--b' }],
    ['application', { name: 'constructor' }],
    ['application', { name: 'argocd' }],
    ['team', { name: 'constructor' }],
    ...[
      'x\n---\nkind: ClusterRoleBinding # typed freely',
      'x\n\nChange-Id: 1',
      '<img src=x onerror=alert(1)>',
      '{{7*7}}',
      '${7*7}',
    ].flatMap((description) => KINDS.map((kind) => [kind, { description }] as const)),
  ]

  it.each(accepted)('a %s with %j', async (kind, fields) => {
    const body = { ...bodies[kind], name: 'fresh', ...fields }
    const { collection } = kinds[kind]
    for (const path of [collection, '/apply']) {
      const dry = await api.call(`${path}?dryRun=true&include=diff`, {
        body: path === '/apply' ? documentOf(kind, body) : body,
      })
      expect(dry.status, dry.text).toBe(200)
      expect(JSON.stringify(dry.json.diff)).not.toContain('typed freely')
    }
  })

  it.each([
    'https://h.example/o/r',
    'https://h.example/o/r.git',
    'ssh://git@h.example:22/o/r',
    'git@h.example:o/r.git',
    'https://dev.azure.com/o/p/_git/r',
    'https://10.1.2.3/o/r',
  ])('the address %s', async (url) => {
    const body = { name: 'fresh', source_repos: [url] }
    expect(await api.call('/teams?dryRun=true', { body })).toMatchObject({ status: 200 })
  })

  it('with a warning where a selector matches nothing', async () => {
    const body = { ...policy, name: 'fresh', cluster_selector: 'a=1,a=2' }
    const { json } = await api.call('/target-policies?dryRun=true', { body })
    expect(json.warnings).toMatchObject([
      { code: 'selector_matches_nothing' },
      { code: 'key_unknown' },
    ])
  })
})

describe('a field that is wrong is refused', () => {
  it.each(sent)('row $row: $kind $field, $what: $code, through $doors', async (wrong) => {
    for (const door of wrong.doors) {
      const { status, json, text } = await send(door, wrong.kind, wrong.field, wrong.input)
      expect({ door, status, code: json.code }).toEqual({
        door,
        status: wrong.status,
        code: wrong.code,
      })
      expect(json.errors.length).toBeGreaterThan(0)
      expect(text).not.toMatch(/node_modules|at .*\.ts:\d|s3cr3t/)
      expect(text.length).toBeLessThan(50_000)
    }
  })

  it('row 35: null, but not in a merge patch', async () => {
    for (const kind of KINDS) {
      const { collection, item } = kinds[kind]
      for (const field of Object.keys(bodies[kind])) {
        const body = { ...bodies[kind], name: 'fresh', [field]: null }
        expect(await api.call(collection, { body })).toMatchObject({ status: 422 })
        expect(
          await api.call(item(bodies[kind].name), {
            method: 'PUT',
            body: { ...bodies[kind], [field]: null },
            headers: { 'if-match': '*' },
          }),
        ).toMatchObject({ status: 422 })
      }
    }
  })

  it('row 21: a text of ten megabytes', () => expectTooLarge('cluster', long(10 * 1024 * 1024)))

  // Two megabytes: what refuses them refuses more.
  it.each(KINDS)('row 22: far too many combining marks, in a %s', (kind) =>
    expectTooLarge(kind, 'a' + '\u0301'.repeat(1_000_000)),
  )

  it('a field that is missing', async () => {
    for (const kind of KINDS) {
      expect(await api.call(kinds[kind].collection, { body: {} })).toMatchObject({
        status: 422,
        json: { code: 'required' },
      })
    }
    expect(
      await api.call('/target-policies', { body: { name: 'p', app_selector: '*' } }),
    ).toMatchObject({
      status: 422,
      json: { code: 'required', errors: [{ pointer: '/cluster_selector' }] },
    })
  })
})

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

function rawAnswers(text: string | Uint8Array<ArrayBuffer>, given: Record<string, string>) {
  const headers = { ...given, 'if-match': '*' }
  return Promise.all([
    api.call('/clusters', { text, headers }),
    api.call(`/clusters/${cluster.name}`, { method: 'PUT', text, headers }),
    api.call(`/clusters/${cluster.name}`, { method: 'PATCH', text, headers }),
    api.call('/apply', { text, headers }),
  ])
}

describe('a malformed JSON body', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  it.each([
    { what: '37', text: '{"name":"a","name":"b"}', status: 400, code: 'duplicate_key' },
    {
      what: '37',
      text: '{"name":"a","metadata":{"x":"1","x":"2"}}',
      status: 400,
      code: 'duplicate_key',
    },
    { what: '82', text: deep, status: 400, code: 'json_depth' },
    { what: '82', text: `{"name":${deep}}`, status: 400, code: 'json_depth' },
    { what: '82', text: '{"name":12345678901234567890}', status: 400, code: 'number_range' },
    { what: '82', text: '{"name":"a",}', status: 400, code: 'malformed_json' },
    { what: '82', text: '', status: 400, code: 'malformed_json' },
    { what: '82', text: '\ufeff{"name":"a"}', status: 400, code: 'malformed_json' },
    { what: '82', text: utf16('{"name":"a"}'), status: 400, code: 'malformed_utf8' },
    {
      what: '82',
      text: new Uint8Array(Buffer.from('{"name":"a"}', 'utf16le')),
      status: 400,
      code: 'malformed_json',
    },
    { what: '82', text: new Uint8Array([0x22, 0xff, 0x22]), status: 400, code: 'malformed_utf8' },
    { what: '83', text: '{"__proto__":{"role":"admin"}}', status: 400, code: 'forbidden_key' },
    {
      what: '83',
      text: '{"constructor":{"prototype":{"role":"admin"}}}',
      status: 400,
      code: 'forbidden_key',
    },
    { what: '83', text: '{"metadata":{"__proto__":"x"}}', status: 400, code: 'forbidden_key' },
    { what: '82', text: 'null', status: 422, code: 'type' },
    { what: '82', text: '"a"', status: 422, code: 'type' },
    { what: '82', text: '1', status: 422, code: 'type' },
  ] as const)('row $what (case %#)', async ({ text, status, code }) => {
    for (const answer of await rawAnswers(text, { 'content-type': 'application/json' })) {
      expect(answer).toMatchObject({ status, json: { code } })
    }
  })

  const bomb = new Uint8Array(gzipSync(Buffer.alloc(50 * 1024 * 1024)))
  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json; charset=iso-8859-1', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
    ['application/json', { 'content-encoding': 'br, gzip' }],
    ['', {}],
  ])('row 82: as %s with %j', async (type, headers) => {
    for (const answer of await rawAnswers(bomb, { ...headers, 'content-type': type })) {
      expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } })
    }
  })

  it('row 82: of 5 MB', async () => {
    const text = JSON.stringify({ name: 'a'.repeat(5 * 1024 * 1024) })
    const answers = await rawAnswers(text, { 'content-type': 'application/json' })
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 422])
  })

  it('with a hundred thousand flaws is answered with the first hundred', async () => {
    const entries = Array.from({ length: 60_000 }, (_, i) => [`k${i}`, 1])
    const wide = Object.fromEntries(entries)
    for (const body of [
      { name: 'a', ...wide },
      { name: 'a', metadata: wide },
    ]) {
      const answer = await api.call('/clusters', { body })
      expect(answer).toMatchObject({ status: 422 })
      expect(answer.json.errors).toHaveLength(100)
      const applied = await api.call('/apply', { body: documentOf('cluster', body) })
      expect(applied).toMatchObject({ status: 422 })
      expect(applied.json.errors).toHaveLength(100)
    }
  })
})

describe('a YAML upload that is more than data', () => {
  const bomb = Array.from({ length: 9 }, (_, i) => {
    const items = i === 0 ? 'x' : `*a${i - 1}`
    return `a${i}: &a${i} [${Array(9).fill(items).join(',')}]`
  }).join('\n')
  const document = 'apiVersion: berth.dev/v1\nkind: Team\nmetadata:\n  name: fresh\n'
  it.each([
    // case | text | code
    ['79', bomb, 'yaml_aliases'],
    ['79', '&a [*a]', 'yaml_aliases'],
    ['80', '['.repeat(20_000), 'yaml_depth'],
    ['80', '{a: '.repeat(20_000), 'yaml_depth'],
    ['80', '- '.repeat(20_000), 'yaml_depth'],
    ['80', '- ? '.repeat(20_000), 'yaml_depth'],
    ['80', '- ? '.repeat(33), 'yaml_depth'],
    ['80', Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 'yaml_depth'],
    ['81', `${document}spec: {description: !!js/function "x"}`, 'yaml_syntax'],
    ['81', `${document}spec: {description: !!binary aGk=}`, 'yaml_tag'],
    ['81', `!!omap\n- a: b`, 'yaml_tag'],
    ['81', `<<: {__proto__: {role: admin}}\n${document}`, 'yaml_key'],
    ['81', `${document}spec:\n\tdescription: x`, 'yaml_syntax'],
    ['81', `\ufeff${document}`, 'yaml_bom'],
    ['81', utf16(document), 'yaml_encoding'],
    ['81', new Uint8Array(Buffer.from(document, 'utf16le')), 'yaml_encoding'],
    [
      '81',
      `%YAML 1.1\n---\na: &a {b: c}\nd: {<<: [${Array(99).fill('*a').join(',')}]}`,
      'yaml_version',
    ],
    ['81', `${document}kind: Team`, 'yaml_key'],
    ['81', `${document}? {a: b}\n: c`, 'yaml_key'],
    ['81', `${document}<<: {spec: {}}`, 'unknown_field'],
    ['81', '', 'documents_empty'],
    ['81', '# nothing\n---\n', 'documents_empty'],
    ['35', `${document}spec: {description: 1}`, 'type'],
    ['35', `${document}spec: {description: null}`, 'type'],
    [
      '30',
      'apiVersion: berth.dev/v1\nkind: Cluster\nmetadata: {name: a, labels: {a: 0123}}',
      'label_type',
    ],
  ])('row %s (case %#)', async (_, text, code) => {
    const headers = { 'content-type': 'application/yaml' }
    expect(await api.call('/apply', { text, headers })).toMatchObject({
      status: 422,
      json: { code },
    })
  })

  it('is refused before its size or its errors take long', async () => {
    const headers = { 'content-type': 'application/yaml' }
    const large = await api.call('/apply', { text: '"'.repeat(1024 * 1024 + 1), headers })
    expect(large).toMatchObject({ status: 413 })
    const hostile = await api.call('/apply', { text: '"'.repeat(700_000), headers })
    expect(hostile).toMatchObject({ status: 422, json: { code: 'yaml_syntax' } })
    const keys = Array.from({ length: 40_000 }, (_, i) => `k${i}: x\n`).join('')
    expect(await api.call('/apply', { text: keys, headers })).toMatchObject({ status: 422 })
  })

  it('row 81: two documents are welcome here, and a YAML body nowhere else', async () => {
    const headers = { 'content-type': 'application/yaml' }
    const two = `${document}---\n${document.replace('fresh', 'fresh2')}`
    expect(await api.call('/apply?dryRun=true', { text: two, headers })).toMatchObject({
      status: 200,
    })
    expect(await api.call('/teams', { text: document, headers })).toMatchObject({ status: 415 })
  })
})

const clear = (call: object, query = '') =>
  api.call(`/clusters/${cluster.name}/branches/clear${query}`, { method: 'POST', ...call })

describe('clearing a branch', () => {
  it.each([
    // body | status | code
    [{ branch: null }, 422, 'type'],
    [{ branch: 1 }, 422, 'type'],
    [{ branch: ['main'] }, 422, 'type'],
    [{}, 422, 'required'],
    [{ branch: 'main', force: true }, 422, 'unknown_field'],
    [[], 422, 'type'],
    ['main', 422, 'type'],
    [null, 422, 'type'],
    [{ branch: 'main' }, 409, 'branch_in_use'],
    [{ branch: '' }, 409, 'branch_not_left'],
    [{ branch: 'a\u0000b' }, 409, 'branch_not_left'],
    [{ branch: '../main' }, 409, 'branch_not_left'],
    [{ branch: "main' or true --" }, 409, 'branch_not_left'],
    [{ branch: long(100_000) }, 409, 'branch_not_left'],
  ])('with a body such as in case %#', async (body, status, code) => {
    expect(await clear({ body })).toMatchObject({ status, json: { code } })
  })

  it.each([
    // text | status | code
    ['{', 400, 'malformed_json'],
    ['', 400, 'malformed_json'],
    ['{"branch":"a","branch":"b"}', 400, 'duplicate_key'],
    ['{"__proto__":{"branch":"main"}}', 400, 'forbidden_key'],
  ])('with the text %s', async (text, status, code) => {
    expect(await clear({ text })).toMatchObject({ status, json: { code } })
  })

  it.each([
    ['?confirmRemovals=-1', 'param_confirm_removals'],
    ['?confirmChanges=1', 'param_unknown'],
    ['?dryrun=true', 'param_unknown'],
  ])('with the query %s', async (query, code) => {
    expect(await clear({ body: { branch: 'main' } }, query)).toMatchObject({
      status: 400,
      json: { code },
    })
  })

  it('of a cluster that cannot be', async () => {
    for (const name of ['absent', '%00', '__proto__', long(5000)]) {
      const path = `/clusters/${name}/branches`
      expect(await api.call(path)).toMatchObject({ status: 404 })
      expect(await api.call(`${path}/clear`, { body: { branch: 'main' } })).toMatchObject({
        status: 404,
      })
    }
  })
})

describe('row 88: query parameters', () => {
  const lists = [
    '/teams',
    '/clusters',
    '/applications',
    '/target-policies',
    '/placements',
    '/changes',
    '/history',
  ]
  it.each([
    ['limit=-1', 'param_limit'],
    ['limit=0', 'param_limit'],
    ['limit=1001', 'param_limit'],
    ['limit=1e9', 'param_limit'],
    ['limit=', 'param_limit'],
    ['limit=1.5', 'param_limit'],
    ['continue=xxxx', 'param_continue'],
    ['continue=W10', 'param_continue'],
    ['continue=WyJcdTAwMDAiLCIiLDBd', 'param_continue'],
    [`continue=${Buffer.from('[1e400]').toString('base64url')}`, 'param_continue'],
    [`continue=${Buffer.from('[{"a":1},"",1]').toString('base64url')}`, 'param_continue'],
    ['limit=1&limit=2', 'param_repeated'],
    [Array(10_000).fill('fields[]=x').join('&'), 'param_unknown'],
    ['__proto__=x', 'param_unknown'],
    ['at=yesterday', 'param_at'],
    ['at=2026-02-30', 'param_at'],
    ['at=0000-01-01', 'param_at'],
    ['at=0001-01-01T00:00:00%2B23:59', 'param_at'],
    ['at=9999-12-31T23:59:59-23:59', 'param_at'],
    ['at=', 'param_at'],
    ['format=xml', 'param_format'],
  ])('case %#', async (query, code) => {
    for (const list of lists) {
      expect(await api.call(`${list}?${query}`)).toMatchObject({ status: 400, json: { code } })
    }
  })

  it.each([
    ['/clusters?sort=name";--', 'param_sort'],
    ['/clusters?sort=name;select 1', 'param_sort'],
    ['/clusters?sort=--name', 'param_sort'],
    ['/clusters?sort=', 'param_sort'],
    ['/clusters?labelSelector=a>1', 'param_label_selector'],
    ['/clusters?labelSelector=a in (', 'param_label_selector'],
    ['/placements?labelSelector=%00', 'param_label_selector'],
    ['/clusters?q=%00', 'param_q'],
    [`/clusters?q=${long(257)}`, 'param_q'],
    ['/placements?cluster=%00', 'param_cluster'],
    ['/changes?kind=Cluster', 'param_kind'],
    ['/history?from=x', 'param_from'],
    ['/teams/ieb?at=x', 'param_at'],
    ['/teams/ieb?limit=1', 'param_unknown'],
    ['/placements/a/b/c?at=x', 'param_at'],
  ])('%s', async (path, code) => {
    expect(await api.call(path)).toMatchObject({ status: 400, json: { code } })
  })

  it.each([
    ['dryRun=1', 'param_dry_run'],
    ['dryrun=true', 'param_unknown'],
    ['confirmRemovals=-1', 'param_confirm_removals'],
    ['confirmChanges=x', 'param_confirm_changes'],
    ['include=all', 'param_include'],
    ['dryRun=true&by=colour', 'param_by'],
    ['dryRun=true&effect=lost', 'param_effect'],
    ['dryRun=true&clusterSelector=a>1', 'param_cluster_selector'],
    ['dryRun=true&appSelector=a in (', 'param_app_selector'],
    ['dryRun=true&q=%00', 'param_q'],
    ['dryRun=true&dryRun=true', 'param_repeated'],
    ['dryRun=true&continue=WzFd', 'param_continue'],
    ['dryRun=true&continue=Wy0xLDBd', 'param_continue'],
  ])('of a write: %s', async (query, code) => {
    const body = { ...cluster, name: 'fresh' }
    const item = `/clusters/${cluster.name}?${query}`
    const headers = { 'if-match': '*' }
    for (const answer of [
      await api.call(`/clusters?${query}`, { body }),
      await api.call(item, { method: 'PUT', body: cluster, headers }),
      await api.call(item, { method: 'PATCH', body: { description: 'x' }, headers }),
      await api.call(item, { method: 'DELETE', headers }),
      await api.call(`/apply?${query}`, { body: documentOf('cluster', body) }),
    ]) {
      expect(answer).toMatchObject({ status: 400, json: { code } })
    }
  })

  it('paths that can’t be names find nothing', async () => {
    for (const name of [
      '%00',
      'a%00b',
      long(5000),
      '%F0%9F%92%A9',
      '__proto__',
      'constructor',
      "'--",
    ]) {
      for (const path of [
        '/teams',
        '/clusters',
        '/target-policies',
        '/applications/ieb',
        '/applications/%00',
      ]) {
        expect(await api.call(`${path}/${name}`)).toMatchObject({ status: 404 })
      }
      expect(await api.call(`/placements/ieb/app1/${name}`)).toMatchObject({ status: 404 })
      expect(await api.call(`/placements/${name}/app1/x`)).toMatchObject({ status: 404 })
      expect(await api.call(`/changes/${name}`)).toMatchObject({ status: 404 })
    }
  })
})

describe('row 89: headers', () => {
  const item = `/clusters/${cluster.name}`
  const edit = (headers: Record<string, string>) =>
    api.call(item, { method: 'PATCH', body: { description: 'x' }, headers })

  it.each([
    // headers | status | code
    [{}, 428, 'precondition_required'],
    [{ 'if-match': '' }, 428, 'precondition_required'],
    [{ 'if-match': '"0"' }, 412, 'precondition_failed'],
    [{ 'if-match': 'W/"2"' }, 412, 'precondition_failed'],
    [{ 'if-match': '2' }, 400, 'header_if_match'],
    [{ 'if-match': '"2' }, 400, 'header_if_match'],
    [{ 'if-match': '"1", *' }, 400, 'header_if_match'],
    [{ 'if-match': '*', 'idempotency-key': long(256) }, 400, 'header_idempotency_key'],
    [{ 'if-match': '*', 'idempotency-key': 'a b' }, 400, 'header_idempotency_key'],
    [{ 'if-match': '*', 'idempotency-key': '' }, 400, 'header_idempotency_key'],
    [{ 'if-match': '*', 'berth-reason': '%' }, 400, 'header_berth_reason'],
    [{ 'if-match': '*', 'berth-reason': '%ff' }, 400, 'header_berth_reason'],
    [{ 'if-match': '*', 'berth-reason': 'a%0ATrailer: x' }, 400, 'header_berth_reason'],
    [{ 'if-match': '*', 'berth-reason': 'a%E2%80%A8b' }, 400, 'header_berth_reason'],
    [{ 'if-match': '*', 'berth-reason': '%00' }, 400, 'header_berth_reason'],
    [{ 'if-match': '*', 'berth-reason': 'é' }, 400, 'header_berth_reason'],
    [{ 'if-match': '*', 'berth-reason': long(1001) }, 400, 'header_berth_reason'],
    [{ 'if-match': '*', 'berth-impact': 'x' }, 409, 'impact_changed'],
  ])('%j: %d %s', async (headers, status, code) => {
    expect(await edit(headers as Record<string, string>)).toMatchObject({ status, json: { code } })
  })

  it.each([
    null,
    '',
    'Bearer',
    'Bearer ',
    'Bearer %%',
    'Basic YTpi',
    'Bearer a, Bearer b',
    `Bearer ${long(1024 * 1024)}`,
    `Bearer berth_${long(43)}`,
    'bearer \t x',
  ])('Authorization, case %#', async (authorization) => {
    for (const [method, path] of [
      ['GET', '/clusters'],
      ['GET', item],
      ['DELETE', item],
      ['POST', '/apply'],
    ] as const) {
      const answer = await api.call(path, {
        method,
        token: null,
        headers: { 'if-match': '*', ...(authorization !== null && { authorization }) },
      })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
  })

  it('that name another host change nothing', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', host: 'evil.example' }
    const { text } = await api.call('/clusters', { headers })
    expect(text).not.toContain('evil')
  })
})
