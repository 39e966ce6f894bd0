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
