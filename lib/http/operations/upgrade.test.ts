import { beforeEach, describe, expect, it } from 'vitest'
import { LAYOUT } from '#lib/domain/reconcilers/interface/layout.ts'
import { answerMetrics } from '#lib/http/api/health.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { insertOlderBranch } from '#lib/http/testing/older-branch.ts'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const read = async () => (await api.call('/upgrade')).json

async function confirm(query: string, digest?: string) {
  const headers: Record<string, string> = digest === undefined ? {} : { 'berth-impact': digest }
  const { status, json } = await api.call(`/upgrade?${query}`, { method: 'POST', headers })
  return { status, code: json?.code }
}

describe('an upgrade', () => {
  it('is none where nothing was written by an older version', async () => {
    expect(await read()).toMatchObject({ state: 'none', digest: null, branches: [] })
    expect((await api.call('/upgrade/files')).json).toEqual({
      items: [],
      continue: null,
      total: 0,
      totalIsExact: true,
    })
    expect(await confirm('')).toEqual({ status: 409, code: 'upgrade_none' })
  })

  it('is not confirmed before it is known what it does to every branch', async () => {
    await insertOlderBranch(api, 'main', 'one')
    await insertOlderBranch(api, 'other', null)
    const { digest, ready, branches } = await read()
    expect(ready).toBe(false)
    expect(branches).toMatchObject([{ state: 'waiting' }, { state: 'unread', files: null }])
    expect(await confirm('confirmFiles=1&confirmClusters=1', digest)).toEqual({
      status: 409,
      code: 'upgrade_not_ready',
    })
  })

  it('is confirmed by what was seen, and by both numbers', async () => {
    await insertOlderBranch(api, 'main', 'one')
    const { digest } = await read()
    const numbers = 'confirmFiles=1&confirmClusters=1'
    expect(await confirm(numbers)).toEqual({ status: 409, code: 'impact_changed' })
    expect(await confirm(numbers, 'other')).toEqual({ status: 409, code: 'impact_changed' })
    expect(await confirm('confirmClusters=1', digest)).toEqual({
      status: 409,
      code: 'files_need_confirmation',
    })
    expect(await confirm('confirmFiles=1', digest)).toEqual({
      status: 409,
      code: 'clusters_need_confirmation',
    })
    expect((await read()).state).toBe('waiting')
    expect(await confirm(numbers, digest)).toEqual({ status: 204, code: undefined })
    expect(await read()).toMatchObject({ state: 'going-out', digest: null, change: 1 })
    expect((await api.call('/changes/1')).json).toMatchObject({
      action: 'upgrade.confirm',
      state: 'pending',
      impact: { branches: ['main'], bootstraps: 1, upgrade: { layout: LAYOUT, digest } },
    })
    expect(await confirm(numbers, digest)).toEqual({ status: 409, code: 'upgrade_none' })
  })

  it('has another digest once a branch would change differently than was seen', async () => {
    await insertOlderBranch(api, 'main', 'one')
    const { digest } = await read()
    await insertOlderBranch(api, 'main', 'two')
    expect(await confirm('confirmFiles=1&confirmClusters=1', digest)).toEqual({
      status: 409,
      code: 'impact_changed',
    })
  })

  it('is counted by branch for monitoring', async () => {
    await insertOlderBranch(api, 'main', 'one')
    const text = await (await answerMetrics()).text()
    expect(Number(/^berth_branches_awaiting_upgrade (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  })

  it('changes nothing in a dry run', async () => {
    await insertOlderBranch(api, 'main', 'one')
    const dry = await api.call('/upgrade?dryRun=true', { method: 'POST' })
    expect(dry).toMatchObject({ status: 200, json: { state: 'waiting', confirmFiles: 1 } })
    expect((await read()).state).toBe('waiting')
  })
})
