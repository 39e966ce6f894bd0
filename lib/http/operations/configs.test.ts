// What is refused of configs and config schemas as they arrive, and what looks like a secret in them.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, config, configSchema, documentOf, team } from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  const body = [
    documentOf('team', team),
    documentOf('team', { name: 'other' }),
    documentOf('application', application),
    documentOf('application', { ...application, namespace: 'other' }),
  ]
  expect((await api.call('/apply', { body })).status).toBe(200)
})

const create = (body: object) => api.call('/configs?dryRun=true', { body: { ...config, ...body } })
const raw = (values: string) =>
  api.call('/configs?dryRun=true', {
    method: 'POST',
    text: `{"name":"raw","app_selector":"*","cluster_selector":"*","values":${values}}`,
    headers: { 'content-type': 'application/json' },
  })
const wrong = ({ status, json }: { status: number; json: Record<string, never> }) => [
  status,
  ...(json['errors'] ?? []).map(({ pointer, code }: Record<string, string>) => [pointer, code]),
]

const schemaWith = (acquirer: object) => ({
  type: 'object',
  properties: { acquirer: { type: 'object', properties: acquirer } },
})
const patch = (path: string, body: object) =>
  api.call(path, { method: 'PATCH', body, headers: ANY })

describe('a config', () => {
  it.each<[object, string, string]>([
    [{ priority: 1001 }, '/priority', 'count_range'],
    [{ priority: -1 }, '/priority', 'count_range'],
    [{ priority: '100' }, '/priority', 'type'],
    [{ priority: 1.5 }, '/priority', 'type'],
    [{ priority: null }, '/priority', 'type'],
    [{ priority: 500, namespace: 'ieb' }, '/priority', 'count_range'],
    [{ namespace: 'nobody', priority: 1 }, '/namespace', 'team_unknown'],
    [{ namespace: null }, '/namespace', 'type'],
    [{ values: null }, '/values', 'values_invalid'],
    [{ values: undefined }, '/values', 'required'],
    [{ values: [] }, '/values', 'values_invalid'],
    [{ values: { a: null } }, '/values/a', 'values_invalid'],
    [{ values: { a: [{ b: null }] } }, '/values/a/0/b', 'values_invalid'],
    [{ values: { berth: 1 } }, '/values/berth', 'values_invalid'],
    [{ values: { 'a.b': 1 } }, '/values/a.b', 'values_invalid'],
    [{ values: { 'a~1b': 1 } }, '/values/a~01b', 'values_invalid'],
    [{ values: { a: 'x'.repeat(70_000) } }, '/values', 'values_too_large'],
    [{ values: { a: 'x\0' } }, '/values/a', 'values_invalid'],
    [{ values: { a: '${{ cluster["constructor"] }}' } }, '/values/a', 'expression_invalid'],
    [{ values: { a: '${{ ' } }, '/values/a', 'expression_invalid'],
    [{ app_selector: {} }, '/app_selector', 'selector_empty'],
    [{ team: 'ieb' }, '/team', 'unknown_field'],
    [{ schema: {} }, '/schema', 'unknown_field'],
  ])('with %j is refused', async (body, pointer, code) => {
    expect(wrong(await create(body))).toContainEqual([pointer, code])
  })

  it.each<[string, number, string]>([
    ['{"a":1e400}', 400, 'number_range'],
    ['{"a":-0}', 422, 'values_invalid'],
    ['{"a":9007199254740993}', 400, 'number_range'],
    ['{"a":"\\ud800"}', 422, 'values_invalid'],
    ['{"a":{"caf\\u00e9":1,"cafe\\u0301":2}}', 422, 'values_invalid'],
    ['{"a":1,"a":2}', 400, 'duplicate_key'],
    ['{"__proto__":{"a":1}}', 400, 'forbidden_key'],
    ['{"a":{"constructor":1}}', 200, ''],
  ])('with the values %s is answered %d', async (values, status, code) => {
    const answer = await raw(values)
    expect([answer.status, answer.json.code ?? '']).toEqual([status, code])
  })

  it.each(['a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: *c', 'a: 1\na: 2', '? [a]\n: 1'])(
    'in YAML that says %j is no way around that',
    async (values) => {
      const indented = values.replaceAll('\n', '\n    ')
      const text = `apiVersion: berth.dev/v1\nkind: Config\nmetadata: {name: raw}\nspec:\n  app_selector: '*'\n  cluster_selector: '*'\n  values:\n    ${indented}\n`
      const headers = { 'content-type': 'application/yaml' }
      const answer = await api.call('/apply?dryRun=true', { text, headers })
      expect(answer.status === 422 || JSON.stringify(answer.json).length < 20_000).toBe(true)
    },
  )

  it('may say nothing, and is answered as it was sent', async () => {
    const said = { values: {}, priority: 0, suspended: true }
    const body = { ...config, name: 'nothing', cluster_selector: 'region=east', ...said }
    const { status, json } = await api.call('/configs', { body })
    expect([status, json.cluster_selector]).toEqual([201, { matchLabels: { region: 'east' } }])
    expect(json).toMatchObject({ ...said, app_selector: '*' })
  })

  it('is owned by whom it names, and its name is nobody else’s', async () => {
    const own = { ...config, name: 'mine', namespace: 'ieb', priority: 499 }
    expect((await api.call('/configs', { body: own })).status).toBe(201)
    const again = await api.call('/configs', { body: { ...config, name: 'mine' } })
    expect([again.status, again.json.code]).toEqual([409, 'name_taken'])
    const body = { namespace: null, priority: 900 }
    const given = await api.call('/configs/mine', { method: 'PATCH', body, headers: ANY })
    expect(given.json).toMatchObject({ priority: 900 })
    expect(given.json).not.toHaveProperty('namespace')
  })
})

describe('a config schema', () => {
  it.each<[object, string]>([
    [{ schema: null }, '/schema'],
    [{ schema: true }, '/schema'],
    [{ schema: [] }, '/schema'],
    [{ schema: undefined }, '/schema'],
    [{ schema: {} }, '/schema/type'],
    [{ schema: { type: 'object', $ref: 'https://example.com/s' } }, '/schema/$ref'],
    [
      { schema: { type: 'object', properties: { a: { pattern: '(a)\\1' } } } },
      '/schema/properties/a/pattern',
    ],
    [{ schema: { type: 'object', properties: { berth: {} } } }, '/schema/properties/berth'],
    [{ priority: 1 }, '/priority'],
    [{ values: {} }, '/values'],
  ])('with %j is refused', async (body, pointer) => {
    const answer = await api.call('/config-schemas?dryRun=true', {
      body: { ...configSchema, ...body },
    })
    expect(wrong(answer)).toContainEqual([pointer, expect.any(String)])
  })
})

describe('what looks like a secret in a config', () => {
  const said = { acquirer: { token: 'public', local: { password: 'x' } } }
  const marked = { type: 'string', 'x-berth-not-secret': true }
  const schema = { ...configSchema, name: 'marks', app_selector: 'namespace=ieb' }
  const ofToken = { ...schema, schema: schemaWith({ token: marked }) }
  const suspicious = async (body: object = {}) =>
    wrong(await create({ name: 'said', app_selector: 'namespace=ieb', values: said, ...body }))
  const TOKEN = ['/values/acquirer/token', 'looks_like_secret']
  const PASSWORD = ['/values/acquirer/local/password', 'looks_like_secret']

  it('is refused where no schema says that it is none', async () => {
    expect(await suspicious()).toEqual(expect.arrayContaining([422, PASSWORD, TOKEN]))
  })

  it('is allowed at exactly the pointers that a schema of the platform marks', async () => {
    expect((await api.call('/config-schemas', { body: ofToken })).status).toBe(201)
    expect(await suspicious()).toEqual([422, PASSWORD])
    const local = { properties: { password: marked }, type: 'object' }
    const all = { schema: schemaWith({ token: marked, local }) }
    expect((await patch('/config-schemas/marks', all)).status).toBe(200)
    expect(await suspicious()).toEqual([200])
  })

  it('is refused by a schema for other applications, of a team, or suspended', async () => {
    expect(await suspicious({ app_selector: 'namespace=other' })).toContainEqual(TOKEN)
    expect(await suspicious({ app_selector: 'name=nothing' })).toContainEqual(TOKEN)
    await patch('/config-schemas/marks', { suspended: true })
    expect(await suspicious()).toContainEqual(TOKEN)
    await patch('/config-schemas/marks', { suspended: false, namespace: 'ieb' })
    expect(await suspicious()).toContainEqual(TOKEN)
    await patch('/config-schemas/marks', { namespace: null })
    expect(await suspicious()).toEqual([200])
  })

  it('is noted in the audit where it is kept, by its pointers', async () => {
    const body = { ...config, name: 'said', app_selector: 'namespace=ieb', values: said }
    const { status, headers } = await api.call('/configs', { body })
    expect(status).toBe(201)
    const { items } = (await api.call('/audit?action=values.allow')).json
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      object: 'config/said',
      change: Number(headers.get('berth-change')),
      details: {
        edits: [{ after: { pointers: expect.arrayContaining([TOKEN[0], PASSWORD[0]]) } }],
      },
    })
  })

  it('is not asked about again where an edit leaves the values as they are', async () => {
    await patch('/config-schemas/marks', { suspended: true })
    expect((await patch('/configs/said', { suspended: true })).status).toBe(200)
    expect(wrong(await patch('/configs/said', { values: { more: 1 } }))).toContainEqual(TOKEN)
    expect((await api.call('/audit?action=values.allow')).json.items).toHaveLength(1)
  })
})
