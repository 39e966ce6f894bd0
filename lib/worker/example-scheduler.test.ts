// The example of a scheduler, run as its readers run it, and asked by Berth.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '#db/testing/free-port.ts'
import { createTestApi } from '#lib/http/testing/api.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import { SchedulerAsker } from './ask-schedulers.ts'

const EXAMPLE = path.resolve(import.meta.dirname, '../../examples/scheduler/scheduler.mjs')
const SECRET = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`
const NAMES = ['c1', 'c2', 'c3', 'c4']

/** Answers its port once it listens. */
async function startExample(secret: string): Promise<number> {
  const port = await freePort()
  const child = spawn(process.execPath, [EXAMPLE], {
    env: { ...process.env, PORT: String(port), BERTH_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill())
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return port
}

it.each([
  ['the most of the score', SECRET, ['c2', 'c4']],
  ['nothing, if the question isn’t signed with its secret', `whsec_${'c2VjcmV0'.repeat(4)}`, []],
])('the example places each application where there is %s', async (_, secret, expected) => {
  const api = await createTestApi({ BERTH_DEMO: '1' })
  const url = `http://127.0.0.1:${await startExample(secret)}/`
  const documents = [
    documentOf('team', team),
    ...NAMES.map((name) => documentOf('cluster', { ...cluster, name })),
    documentOf('application', application),
    documentOf('scheduler', { name: 'example', url, secret: SECRET }),
    documentOf('target-policy', { ...policy, cluster_selector: '*', scheduler: 'example' }),
  ]
  expect(await api.call('/apply', { body: documents })).toMatchObject({ status: 200 })
  const until = new Date(Date.now() + 60_000).toISOString()
  for (const [nth, value] of [10, 37, -5, 20].entries()) {
    const body = { 'free-gpu': { value, until } }
    await api.call(`/clusters/c${nth + 1}/scores`, { method: 'PUT', body })
  }
  const world = { services: api.services, tenants: async () => [api.tenant] }
  const asker = new SchedulerAsker(world, new AbortController().signal)
  const placed = async () => {
    const { json } = await api.call(`/placements?application=${application.name}`)
    return json.items.map((item: { cluster: string }) => item.cluster).sort()
  }
  const status = async () =>
    (await api.call(`/target-policies/${policy.name}/decision`)).json.status
  // It is asked some seconds after the edit.
  while ((await status()).asked_at === null) await asker.look()
  await asker.ended()
  expect(await placed()).toEqual(expected)
  expect((await status()).failures).toBe(expected.length === 0 ? 1 : 0)
})
