// What environments say about rollouts, over the API.
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { documentOf } from '#lib/http/testing/bodies.ts'

const ANY = { 'if-match': '*' }
const after = (name: string, ...others: string[]) =>
  documentOf('environment', { name, after: others })

describe('an environment', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
    const chain = [
      after('prod', 'qa', 'load'),
      after('qa', 'dev'),
      after('load', 'dev'),
      after('dev'),
    ]
    expect(await api.call('/apply', { body: chain })).toMatchObject({ status: 200 })
  })

  it('is answered as it was sent, with the rest as its last wave', async () => {
    const sent = {
      name: 'edge',
      description: '',
      protected: false,
      deployers: [],
      overriders: [],
      after: ['prod'],
      after_soak: '36h',
      hours: {
        time_zone: 'Europe/Berlin',
        weekly: [{ days: ['mon', 'tue'], from: '08:00', to: '00:00' }],
      },
      waves: [
        {
          name: 'canary',
          clusters: { matchLabels: { ring: 'canary' } },
          size: 5,
          before: { approvals: { count: 1, groups: [{ id: 'g' }], self: false } },
          after: {
            soak: '30m',
            healthy: '90%',
            failing: 1,
            silent: '20%',
            deadline: '4h',
            checks: ['e2e'],
            unobserved: 'time',
            on_failure: 'rollback',
          },
        },
        { name: 'early', size: '20%' },
      ],
      auto: 'off',
      publish: 'direct',
      team_waves: true,
    }
    expect(await api.call('/environments', { body: sent })).toMatchObject({ status: 201 })
    const { status: _, ...answered } = (await api.call('/environments/edge')).json
    expect(answered).toEqual({ ...sent, waves: [...sent.waves, { name: 'rest' }] })
  })

  it('asks clusters for their health where anything is asked after a wave', async () => {
    const waves = [{ name: 'canary', size: 1, after: {} }, { name: 'rest' }]
    const { json } = await api.call('/environments', { body: { name: 'healthy', waves } })
    expect(json.waves[0].after).toEqual({
      soak: '0m',
      healthy: '100%',
      failing: 0,
      silent: '50%',
      unobserved: 'approve',
      on_failure: 'pause',
    })
  })

  it('asks for nothing of rollouts where nothing is sent of them', async () => {
    expect((await api.call('/environments', { body: { name: 'plain' } })).json).toMatchObject({
      after: [],
      after_soak: '0m',
      waves: [{ name: 'rest' }],
      team_waves: false,
    })
  })

  it('comes after none that isn’t there', async () => {
    const refused = await api.call('/environments', {
      body: { name: 'x', after: ['dev', 'absent'] },
    })
    expect(refused).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/after/1', code: 'unknown_environment' }] },
    })
  })

  it('never comes after itself, and is told the way round', async () => {
    const circle = await api.call('/environments/dev', {
      method: 'PATCH',
      body: { after: ['prod'] },
      headers: ANY,
    })
    expect(circle).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/after/0', code: 'environment_cycle' }] },
    })
    expect(JSON.stringify(circle.json)).toContain('dev → prod → qa → dev')
  })

  it('is found in a circle of several documents of one apply', async () => {
    const ring = Array.from({ length: 20 }, (_, index) =>
      after(`r${index}`, `r${(index + 1) % 20}`),
    )
    const { status, json } = await api.call('/apply', { body: ring })
    expect(status).toBe(422)
    expect(json.errors).toHaveLength(20)
    expect(json.errors[0]).toMatchObject({ code: 'environment_cycle' })
  })

  it('stays while another one comes after it', async () => {
    const remove = () => api.call('/environments/load', { method: 'DELETE', headers: ANY })
    expect(await remove()).toMatchObject({ status: 409, json: { code: 'environment_in_use' } })
    await api.call('/environments/prod', { method: 'PATCH', body: { after: ['qa'] }, headers: ANY })
    expect((await remove()).status).toBe(204)
  })
})

type Listed = {
  readonly name: string
  readonly status: { readonly change: number; readonly implicit?: true }
}

const names = (items: readonly Listed[]) =>
  items.map(({ name, status }) => (status.implicit ? `(${name})` : name))
const changeOf = (items: readonly Listed[], environment: string) =>
  items.find(({ name }) => name === environment)?.status.change

describe('the list of environments', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
    await api.call('/apply', { body: [after('dev'), after('prod')] })
    for (const [name, environment] of [
      ['c1', 'prod'],
      ['c2', 'edge'],
      ['c3', 'Lab'],
      ['c4', 'edge'],
      ['c5', ''],
    ]) {
      const answer = await api.call('/clusters', { body: { name, environment } })
      expect(answer.status, answer.text).toBe(201)
    }
  })

  const listed = async (query = '') => {
    const { status, json, text } = await api.call(`/environments${query}`)
    expect(status, text).toBe(200)
    return json
  }

  it('also has those that only clusters name, which ask for nothing', async () => {
    const { items, total, totalIsExact } = await listed()
    expect(names(items)).toEqual(['(Lab)', 'dev', '(edge)', 'prod'])
    expect({ total, totalIsExact }).toEqual({ total: 4, totalIsExact: true })
    expect(items[2]).toMatchObject({
      protected: false,
      after: [],
      waves: [{ name: 'rest' }],
      status: { implicit: true, change: 3, since: expect.any(String) },
    })
    expect((await api.call('/environments/edge')).status).toBe(404)
  })

  it.each(['name', '-name', 'since', '-since', '-since,name'])(
    'has each on one page, sorted by %s',
    async (sort) => {
      const whole = names((await listed(`?sort=${sort}`)).items)
      const paged: string[] = []
      let token: string | null = null
      do {
        const next: string = token === null ? '' : `&continue=${token}`
        const page = await listed(`?sort=${sort}&limit=1${next}`)
        paged.push(...names(page.items))
        token = page.continue
      } while (token !== null)
      expect(paged).toEqual(whole)
      expect(whole.toSorted()).toEqual(['(Lab)', '(edge)', 'dev', 'prod'])
    },
  )

  it('is filtered by part of a name, in any case', async () => {
    expect(names((await listed('?q=LA')).items)).toEqual(['(Lab)'])
    expect((await listed('?q=dev')).total).toBe(1)
  })

  it('has them in exports, too', async () => {
    const { text } = await api.call('/environments?format=csv&columns=name,protected')
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(5)
    expect(text).toContain('edge,false')
  })

  it('shows what clusters named at an instant, since the oldest of them came there', async () => {
    const before = new Date().toISOString()
    await api.call('/clusters/c2', {
      method: 'PATCH',
      body: { environment: 'late' },
      headers: ANY,
    })
    await api.call('/environments', { body: { name: 'Lab' } })
    expect(names((await listed()).items)).toEqual(['Lab', 'dev', '(edge)', '(late)', 'prod'])
    const then = await listed(`?at=${before}`)
    expect(names(then.items)).toEqual(['(Lab)', 'dev', '(edge)', 'prod'])
    expect(changeOf(then.items, 'edge')).toBe(3)
    expect(changeOf((await listed()).items, 'edge')).toBe(5)
    await api.call('/clusters/c4', { method: 'DELETE', headers: ANY })
    expect(names((await listed()).items)).not.toContain('(edge)')
  })
})
