// Applications of charts and artifacts, from what is saved to what is in Git.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { rollOut, step } from '#lib/http/testing/rollouts.ts'
import { cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const APP = '/applications/ieb/app1'
const NAMES = { name: 'app1', namespace: 'ieb', metadata: { common: 'true' } }
const CHART = {
  ...NAMES,
  repo_url: 'oci://ghcr.io/ieb/charts',
  source: { type: 'helm', chart: 'app', version: '1.2.3', values: { mode: 'on', nodes: 2 } },
}
const DIGEST = `sha256:${'ab'.repeat(32)}`
const ARTIFACT = {
  ...NAMES,
  repo_url: 'oci://ghcr.io/ieb/app',
  source: { type: 'oci', digest: DIGEST, render: 'directory' },
}

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team())
  for (const name of ['a', 'b']) await save(publisher, 'POST', '/clusters', cluster(name))
  await save(publisher, 'POST', '/target-policies', policy())
})
afterEach(async () => {
  await publisher.publish()
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

/** The source in the manifest of the application on a cluster, line by line. */
async function sourceOn(name = 'a'): Promise<readonly string[]> {
  await publisher.publish()
  const files = await filesOn(publisher.directory, 'main')
  const text = files.get(`clusters/${name}/apps/ieb/app1.yaml`) ?? ''
  const [, source = ''] = /\n {2}source:\n((?: {4}.*\n)*)/.exec(text) ?? []
  return source
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(4))
}

async function announce(commit: string) {
  const { status, json } = await publisher.call(`${APP}/versions`, { body: { commit } })
  return { status, number: json.number, source: json.source, errors: json.errors }
}

async function rolledOut(version: number | string): Promise<void> {
  const answer = await rollOut(publisher, 'prod', String(version), { query: '?supersede=true' })
  expect(answer.status, answer.text).toBe(201)
  await step(publisher, answer.json.id)
}

it('are written as Argo CD has them, and values as the texts that they are', async () => {
  await save(publisher, 'POST', '/applications', CHART)
  expect(await sourceOn()).toEqual([
    'chart: app',
    'helm:',
    '  releaseName: app1',
    '  valuesObject:',
    '    mode: "on"',
    '    nodes: 2',
    'repoURL: ghcr.io/ieb/charts',
    'targetRevision: "1.2.3"',
  ])
  await save(publisher, 'PUT', APP, ARTIFACT)
  expect(await sourceOn('b')).toEqual([
    'directory:',
    '  recurse: true',
    'path: "."',
    'repoURL: oci://ghcr.io/ieb/app',
    `targetRevision: ${DIGEST}`,
  ])
})

it('change what is on clusters with their values alone, and say so', async () => {
  await save(publisher, 'POST', '/applications', CHART)
  const source = { ...CHART.source, values: { mode: 'off' } }
  const body = { source: { values: { mode: 'off', nodes: null } } }
  const dry = await publisher.call(`${APP}?dryRun=true`, {
    method: 'PATCH',
    body,
    headers: { 'If-Match': '*' },
  })
  expect(dry.json).toMatchObject({ placements: { changed: 2 } })
  expect(dry.text).toContain('source.values change')
  await save(publisher, 'PATCH', APP, body)
  expect((await publisher.call(APP)).json.source).toEqual(source)
  expect(await sourceOn()).toContain('    mode: "off"')
  const history = (await publisher.call('/history?application=app1&cluster=a')).json.items
  expect(history.map(({ version }: { version: string }) => version)).toEqual(['1.2.3', '1.2.3'])
})

it('of a chart are announced as versions, which keep their values until the next one', async () => {
  await save(publisher, 'POST', '/applications', { ...CHART, follow: 'versions' })
  const {
    source: { version: _, ...packaging },
  } = CHART
  expect(await announce('1.2.3')).toMatchObject({ status: 201, number: 1, source: packaging })
  expect(await announce('1.2.3')).toMatchObject({ status: 200, number: 1 })
  expect(await announce('a'.repeat(40))).toMatchObject({
    status: 422,
    errors: [{ pointer: '/commit', code: 'version_format' }],
  })
  await rolledOut('1.2.3')
  expect(await sourceOn()).toContain('    mode: "on"')

  await save(publisher, 'PATCH', APP, { source: { values: { mode: 'off' } } })
  expect(await sourceOn()).toContain('    mode: "on"')
  expect(await announce('1.2.3')).toMatchObject({ status: 201, number: 2 })
  await rolledOut(2)
  expect(await sourceOn()).toContain('    mode: "off"')
  const explained = await publisher.call('/placements/ieb/app1/a')
  expect(explained.text).toContain('Version 2 is what clusters in prod have')
})

it('of an artifact are announced by digest alone', async () => {
  await save(publisher, 'POST', '/applications', { ...ARTIFACT, follow: 'versions' })
  expect(await announce('1.2.3')).toMatchObject({
    status: 422,
    errors: [{ pointer: '/commit', code: 'digest_format' }],
  })
  expect(await announce(DIGEST)).toMatchObject({ status: 201, number: 1 })
  await rolledOut(DIGEST.slice(0, 20))
  expect(await sourceOn()).toContain(`targetRevision: ${DIGEST}`)
})

it('keep what they had where they begin to follow versions, whatever lies there', async () => {
  await save(publisher, 'POST', '/applications', CHART)
  const before = await sourceOn()
  await save(publisher, 'PATCH', APP, { follow: 'versions' })
  expect(await sourceOn()).toEqual(before)
  const explained = await publisher.call('/placements/ieb/app1/a')
  expect(explained.text).toContain(
    'Version 1.2.3 of chart app, as before it followed versions, is what clusters in prod have',
  )
})

it('are taken back in parts', async () => {
  await save(publisher, 'POST', '/applications', CHART)
  const change = await save(publisher, 'PATCH', APP, { source: { values: { mode: 'off' } } })
  await save(publisher, 'PATCH', APP, { source: { version: '1.3.0' } })
  const back = await publisher.call(`/changes/${change}/revert?confirmChanges=2`, {
    method: 'POST',
  })
  expect(back.status, back.text).toBeLessThan(300)
  expect((await publisher.call(APP)).json.source).toEqual({ ...CHART.source, version: '1.3.0' })
})
