// A tenant's whole model goes out as documents, and makes the same model of another tenant.
import { parseAllDocuments } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, kinds, subscription } from '#lib/http/testing/bodies.ts'

const JSON_WANTED = { headers: { accept: 'application/json' } }
const YAML_SENT = { 'content-type': 'application/yaml' }

/** More than a page of a kind, and names that YAML or a sort could mistake. */
const MANY = 1100
const odd = ['true', 'null', '1e3', 'c-2', 'c-10'].map((name) =>
  documentOf('cluster', {
    name,
    description: `on: ${name}\n#2 "é"`,
    metadata: { yes: 'no', n: '1e3' },
  }),
)
const everyKind = KINDS.map((kind) => documentOf(kind, kinds[kind].body))
const many = Array.from({ length: MANY }, (_, index) =>
  documentOf('cluster', { name: `m${index}` }),
)
const others = [
  documentOf('team', { name: 'ops', groups: [] }),
  documentOf('application', { ...application, name: 'theirs', namespace: 'ops' }),
]

let api: TestApi
let before: string
beforeAll(async () => {
  api = await createTestApi()
  expect((await api.call('/apply', { body: [...everyKind, ...odd] })).status).toBe(200)
  before = new Date().toISOString()
  expect((await api.call('/apply', { body: [...many, ...others] })).status).toBe(200)
})

async function modelOf(world: TestApi): Promise<string> {
  return (await world.call('/model')).text
}

describe('the model of a tenant', () => {
  it('has a document of each object, those of a kind by their names', async () => {
    const documents = parseAllDocuments(await modelOf(api)).map((each) => each.toJS())
    const count = everyKind.length + odd.length + many.length + others.length
    expect(documents).toHaveLength(count)
    expect(new Set(documents.map(({ kind }) => kind)).size).toBe(KINDS.length)
    expect(documents.find(({ kind }) => kind === 'Application').metadata).toEqual({
      name: 'app1',
      namespace: 'ieb',
      labels: application.metadata,
    })
    expect((await api.call('/model', JSON_WANTED)).json).toEqual(documents)
  })

  it('makes the same model of an empty tenant, as JSON and, up to a mebibyte, as YAML', async () => {
    const [asYaml, asJson] = [await createTestApi(), await createTestApi()]
    const yaml = (await modelOf(api)).replaceAll('secret: set', `secret: ${subscription.secret}`)
    expect((await asYaml.call('/apply', { text: yaml, headers: YAML_SENT })).status).toBe(200)
    expect(await modelOf(asYaml)).toBe(await modelOf(api))
    const json = (await api.call('/model', JSON_WANTED)).text
    expect((await asJson.call('/apply', { text: json })).json.errors).toMatchObject([
      { code: 'required' },
      { code: 'required' },
    ])
    const secretly = json.replaceAll('"secret":"set"', `"secret":"${subscription.secret}"`)
    expect((await asJson.call('/apply', { text: secretly })).status).toBe(200)
    expect(await modelOf(asJson)).toBe(await modelOf(api))
  })

  it('changes nothing in the tenant that it came from', async () => {
    const { status, json } = await api.call('/apply', {
      text: await modelOf(api),
      headers: YAML_SENT,
    })
    expect([status, json.change]).toEqual([200, null])
  })

  it('is of an instant', async () => {
    const documents = (await api.call(`/model?at=${before}`, JSON_WANTED)).json
    expect(documents).toHaveLength(everyKind.length + odd.length)
    expect((await api.call('/model?at=2020-01-01', JSON_WANTED)).json).toEqual([])
    expect((await api.call('/model?at=2020-01-01')).text).toBe('')
  })

  it('shows a team what is its own and what is nobody’s', async () => {
    const token = await api.token('contributor', { team: 'ops' })
    const { json } = await api.call('/model', { ...JSON_WANTED, token })
    const named = (json as { kind: string; metadata: { name: string } }[]).map(
      ({ kind, metadata }) => `${kind} ${metadata.name}`,
    )
    expect(named).toEqual(expect.arrayContaining(['Team ops', 'Application theirs', 'Cluster m0']))
    expect(named).not.toContain('Application app1')
    expect(named).not.toContain('Team ieb')
  })
})
