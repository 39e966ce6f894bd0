import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, team } from '#lib/http/testing/bodies.ts'

let api: TestApi

const counts = async (query: string, token?: string) => {
  const { json } = await api.call(`/label-values?${query}`, token === undefined ? {} : { token })
  return json.items.map(({ text, count }: { text: string; count: number }) => `${text} ${count}`)
}

beforeAll(async () => {
  api = await createTestApi()
  const regions = ['east', 'east', 'west', 'a_b']
  for (const [index, region] of regions.entries()) {
    const metadata = { region, ...(index === 0 && { gpu: 'true' }) }
    await api.call('/clusters', { body: { name: `c${index}`, environment: 'prod', metadata } })
  }
  await api.call('/teams', { body: team })
  await api.call('/teams', { body: { name: 'other' } })
  await api.call('/applications', { body: { ...application, metadata: { wave: 'pilot' } } })
  await api.call('/applications', {
    body: { ...application, namespace: 'other', metadata: { secret: 'yes' } },
  })
})

describe('completing labels', () => {
  it('counts the keys that clusters carry, the most used first, derived ones among them', async () => {
    expect(await counts('kind=cluster')).toEqual(['environment 4', 'name 4', 'region 4', 'gpu 1'])
  })

  it('counts the values of a key, the most used first', async () => {
    expect(await counts('kind=cluster&key=region')).toEqual(['east 2', 'a_b 1', 'west 1'])
  })

  it('keeps what begins with the prefix, in which nothing is a pattern', async () => {
    expect(await counts('kind=cluster&key=region&prefix=ea')).toEqual(['east 2'])
    expect(await counts('kind=cluster&key=region&prefix=%25')).toEqual([])
    expect(await counts('kind=cluster&key=region&prefix=a_')).toEqual(['a_b 1'])
    expect(await counts('kind=cluster&key=region&prefix=_')).toEqual([])
  })

  it('says that there are more than the limit', async () => {
    const { json } = await api.call('/label-values?kind=cluster&limit=2')
    expect(json).toMatchObject({ more: true })
    expect(json.items).toHaveLength(2)
    expect((await api.call('/label-values?kind=cluster&limit=4')).json.more).toBe(false)
  })

  it('forgets what no object carries any more', async () => {
    await api.call('/clusters', { body: { name: 'passing', metadata: { fleeting: 'x' } } })
    expect(await counts('kind=cluster&prefix=fleeting')).toEqual(['fleeting 1'])
    await api.call('/clusters/passing', { method: 'DELETE', headers: { 'if-match': '*' } })
    expect(await counts('kind=cluster&prefix=fleeting')).toEqual([])
  })

  it('shows a team nothing of what other teams label', async () => {
    const token = await api.token('contributor', { team: 'ieb' })
    expect(await counts('kind=application', token)).toEqual(['name 1', 'namespace 1', 'wave 1'])
    expect(await counts('kind=application&key=namespace', token)).toEqual(['ieb 1'])
    expect(await counts('kind=application&key=secret', token)).toEqual([])
    expect(await counts('kind=application&key=secret')).toEqual(['yes 1'])
  })

  it.each(['', 'kind=team', 'kind=cluster&limit=0', 'kind=cluster&q=x'])(
    'refuses %j',
    async (query) => {
      expect((await api.call(`/label-values?${query}`)).status).toBe(400)
    },
  )
})
