// Files of saved reports, made by the worker and downloaded over the API.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connect } from '#db/connection.ts'
import { application, cluster, documentOf, policy, team } from '#lib/http/testing/bodies.ts'
import type { Services } from '#lib/usecases/services.ts'
import { runReports } from './run-reports.ts'
import { DeliverySender } from './send-deliveries.ts'
import { createTestPublisher, type TestPublisher } from './testing/publisher.ts'

const ANY = { 'if-match': '*' }
const DAY_MS = 86_400_000

let publisher: TestPublisher
let services: Services
let now: Date
let teamToken: string
let receiver: Server
let heard: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
beforeAll(async () => {
  // Only a demo calls what is on the same machine.
  publisher = await createTestPublisher({ BERTH_DEMO: '1' })
  receiver = await startReceiver()
  now = new Date(Date.now() + 60_000)
  services = { ...publisher.services, clock: () => now }
  const documents = [
    documentOf('team', team),
    documentOf('team', { name: 'other' }),
    documentOf('application', application),
    documentOf('application', { ...application, namespace: 'other' }),
    documentOf('cluster', cluster),
    documentOf('target-policy', policy),
  ]
  expect((await publisher.call('/apply', { body: documents })).status).toBe(200)
  teamToken = await publisher.token('contributor', { team: 'ieb' })
  await save({ name: 'all', query: { sort: 'name' } })
  await save({ name: 'ours', namespace: 'ieb', format: 'json' })
})
afterAll(async () => {
  receiver.close()
  await publisher.close()
})

function startReceiver(): Promise<Server> {
  heard = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.writeHead(204).end()
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

async function save(body: object) {
  const answer = await publisher.call('/saved-reports', { body: { list: 'placements', ...body } })
  expect(answer.status, answer.text).toBe(201)
}

const work = () => runReports({ ...publisher.world, services }, publisher.tenant)

async function runs(name: string) {
  return (await publisher.call(`/saved-reports/${name}/runs`)).json.items
}

/** Asks for one, has it made, and answers what was told of it. */
async function make(name: string) {
  const asked = await publisher.call(`/saved-reports/${name}/runs`, { method: 'POST' })
  expect(asked.status, asked.text).toBe(201)
  await work()
  const [run] = await runs(name)
  expect(run.id).toBe(asked.json.id)
  return run
}

const file = (name: string, id: string, token?: string) =>
  publisher.call(`/saved-reports/${name}/runs/${id}/file`, token === undefined ? {} : { token })

it('contains what its list answers, and says at its head what it is', async () => {
  const run = await make('all')
  expect(run).toMatchObject({ state: 'done', rows: 2, format: 'csv', asked_by: 'test admin' })
  const { text, headers } = await file('all', run.id)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="all-.+Z\.csv"$/)
  expect(text.length).toBe(run.bytes)
  const lines = text.split('\r\n')
  const head = lines.filter((line) => line.startsWith('# '))
  expect(head).toContain('# report,all')
  expect(head).toContain('# sees,every team')
  expect(head).toContain('# filters,sort=name')
  expect(head).toContain(`# as_of,${run.as_of}`)
  const listed = await publisher.call('/placements?format=csv')
  expect(lines.slice(head.length).join('\r\n')).toBe(listed.text)
})

it('of a team contains that team’s alone, and is for those who may read the team', async () => {
  const run = await make('ours')
  const { head, items } = (await file('ours', run.id, teamToken)).json
  expect(head).toMatchObject({ report: 'ours', sees: 'team ieb' })
  const listed = await publisher.call('/placements?namespace=ieb')
  expect(items).toEqual(listed.json.items)
  const [platforms] = await runs('all')
  // What the report is anybody may read; its files show every team.
  expect((await publisher.call('/saved-reports/all', { token: teamToken })).status).toBe(200)
  expect((await file('all', platforms.id, teamToken)).status).toBe(404)
  expect((await publisher.call('/saved-reports/all/runs', { token: teamToken })).status).toBe(404)
  const foreign = await publisher.token('reader', { team: 'other' })
  expect((await file('ours', run.id, foreign)).status).toBe(404)
})

it('goes with its owner: what the platform’s contained, the team that gets the report doesn’t see', async () => {
  await save({ name: 'handed' })
  const run = await make('handed')
  const given = { method: 'PATCH', body: { namespace: 'ieb' }, headers: ANY } as const
  expect((await publisher.call('/saved-reports/handed', given)).status).toBe(200)
  expect((await file('handed', run.id, teamToken)).status).toBe(404)
  expect(
    (await publisher.call('/saved-reports/handed/runs', { token: teamToken })).json.items,
  ).toEqual([])
})

it('is made once at a time, and again by whoever finds that a process ended in it', async () => {
  const asked = await publisher.call('/saved-reports/all/runs', { method: 'POST' })
  const again = await publisher.call('/saved-reports/all/runs', { method: 'POST' })
  expect(again).toMatchObject({ status: 409, json: { code: 'report_in_making' } })
  const killed = (attempts: number) =>
    publisher.inScope(({ tx }) =>
      tx.execute(sql`update report_runs set state = 'running', ended_at = null, attempts = ${attempts}
        where id = ${asked.json.id}::uuid`),
    )
  await killed(1)
  await work()
  expect((await runs('all'))[0]).toMatchObject({ id: asked.json.id, state: 'done', rows: 2 })
  await killed(3)
  await work()
  expect((await runs('all'))[0]).toMatchObject({ state: 'failed', note: /^Given up/ })
  expect((await file('all', asked.json.id)).status).toBe(404)
})

it('is made when it is due, once after a pause, and then says that it is late', async () => {
  await save({ name: 'daily', schedule: '0 6 * * *', time_zone: 'Europe/Berlin' })
  await work()
  expect(await runs('daily')).toEqual([])
  const tomorrow = new Date(Math.ceil(now.getTime() / DAY_MS) * DAY_MS + 12 * 3_600_000)
  now = tomorrow
  await work()
  const [late] = await runs('daily')
  expect(late).toMatchObject({ state: 'done', asked_by: null, late: true })
  expect(new Date(late.due_at).getTime()).toBeLessThan(now.getTime())
  now = new Date(new Date(late.due_at).getTime() + 4 * DAY_MS + 1000)
  await work()
  await work()
  const all = await runs('daily')
  expect(all).toHaveLength(2)
  expect(all[0]).toMatchObject({
    late: false,
    due_at: new Date(now.getTime() - 1000).toISOString(),
  })
  expect((await file('daily', late.id)).text).toContain('# late,yes')
})

const KEY = Buffer.alloc(32, 'k').toString('base64')

it('is told of when it is there, by a signed delivery with the link to its file, once', async () => {
  const { port } = receiver.address() as AddressInfo
  const subscription = { url: `http://127.0.0.1:${port}/hook`, secret: `whsec_${KEY}` }
  const made = await publisher.call('/subscriptions', {
    body: { ...subscription, name: 'audit-desk' },
  })
  expect(made.status, made.text).toBe(201)
  // The platform's subscription may be told of a team's report, too.
  await save({ name: 'told', namespace: 'ieb', schedule: '0 6 * * *', deliver: 'audit-desk' })
  now = new Date(Math.ceil(now.getTime() / DAY_MS) * DAY_MS + 6 * 3_600_000 + 1000)
  // The daily one is due, too, and each turn makes one.
  await work()
  await work()
  const [run] = await runs('told')
  expect(run).toMatchObject({ state: 'done', asked_by: null, note: null })
  await publisher.inScope(({ tx }) =>
    tx.execute(sql`update report_runs set state = 'running', ended_at = null
      where id = ${run.id}::uuid`),
  )
  await work()
  const sender = new DeliverySender(publisher.world, new AbortController().signal)
  await sender.look()
  await sender.ended()
  expect(heard).toHaveLength(1)
  const [{ headers, body }] = heard as [(typeof heard)[number]]
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  const { type, data } = JSON.parse(body)
  expect(type).toBe('dev.berth.report.ready')
  expect(data).toMatchObject({ report: 'told', run: run.id, rows: 1, format: 'csv' })
  expect(new URL(data.file).pathname).toBe(`/api/v1/saved-reports/told/runs/${run.id}/file`)
  expect((await file('told', run.id)).text).toContain('# report,told')
})

it('tells a subscription that is there, of its owner or the platform, and that stays', async () => {
  const subscription = { url: 'https://h.example', secret: `whsec_${KEY}` }
  const subscribe = (name: string, over: object = {}) =>
    publisher.call('/subscriptions', { body: { ...subscription, name, ...over } })
  expect((await subscribe('desk')).status).toBe(201)
  const edit = (path: string, body: object, query = '') =>
    publisher.call(`${path}${query}`, { method: 'PATCH', body, headers: ANY })
  const hosts = { method: 'PUT', body: { hosts: ['h.example'] }, headers: ANY } as const
  expect((await publisher.call('/outgoing-hosts', hosts)).status).toBe(200)
  expect((await edit('/saved-reports/all', { deliver: 'nobody' })).json).toMatchObject({
    code: 'subscription_unknown',
    errors: [{ pointer: '/deliver' }],
  })
  expect((await edit('/saved-reports/all', { deliver: 'desk' })).status).toBe(200)
  // What the platform's reports contain is told to no team.
  expect((await edit('/subscriptions/desk', { namespace: 'ieb' })).json).toMatchObject({
    code: 'subscription_in_use',
    detail: 'The report all tells the subscription desk.',
  })
  expect(
    (await publisher.call('/subscriptions/desk', { method: 'DELETE', headers: ANY })).status,
  ).toBe(409)
  expect((await edit('/subscriptions/desk', { suspended: true })).status).toBe(200)
  const warned = await edit('/saved-reports/all', { description: 'x' }, '?dryRun=true')
  expect(warned.json.warnings).toMatchObject([{ code: 'subscription_untold' }])
  expect((await edit('/saved-reports/all', { deliver: 'file' })).status).toBe(200)
  expect((await subscribe('file')).json.errors).toMatchObject([{ code: 'name_reserved' }])
})

it('is kept for 90 days, and no longer than its report', async () => {
  const owner = await connect(inject('ownerUrl'))
  await owner.client`
    update report_runs set asked_at = now() - interval '91 days'
    where tenant = ${publisher.tenant.id} and report = (select object from revisions
      where tenant = ${publisher.tenant.id} and kind = 'saved-report' and name = 'ours' and ended is null)`
  await owner.close()
  await publisher.call('/saved-reports/daily', { method: 'DELETE', headers: ANY })
  await work()
  expect(await runs('ours')).toEqual([])
  const [left] = await publisher.inScope(({ tx }) =>
    tx.execute<{ count: number }>(sql`
      select count(*)::int as count from report_runs u where not exists (select from revisions r
        where r.kind = 'saved-report' and r.object = u.report and r.ended is null)`),
  )
  expect(left?.count).toBe(0)
  expect((await runs('all')).length).toBeGreaterThan(0)
})
