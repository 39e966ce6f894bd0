// Targets from what is sent over the API to the manifests in a clone of the repository that Berth wrote.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inconsistencies } from '#db/testing/consistency.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { application, cluster, policy, save, team } from './testing/fleets.ts'
import {
  createTestPublisher,
  expectedFiles,
  filesOn,
  type TestPublisher,
} from './testing/publisher.ts'

const APP = '/applications/ieb/app1'
const OWN = 'manifest/app1'
const target = (name: string, environment = 'prod') => ({
  name,
  environment,
  repo_path: `manifest/app1/${name}`,
})
const EARLY = '/target-policies/early-stores'
const named = (...values: readonly string[]) => ({ key: 'name', operator: 'In', values })

let publisher: TestPublisher
beforeEach(async () => {
  publisher = await createTestPublisher()
  await save(publisher, 'POST', '/teams', team())
  for (const name of ['one', 'two']) await save(publisher, 'POST', '/clusters', cluster(name))
  await save(publisher, 'POST', '/clusters', cluster('qa', 'east', 'qa'))
  const targets = [target('early'), target('late')]
  await save(publisher, 'POST', '/applications', application('app1', { targets }))
  await save(publisher, 'POST', '/target-policies', policy())
  await save(publisher, 'POST', '/target-policies', {
    ...policy('early-stores', { matchExpressions: [named('one', 'qa')] }),
    target: 'early',
  })
})
afterEach(async () => {
  expect(await filesOn(publisher.directory, 'main')).toEqual(await expectedFiles(publisher, 'main'))
  expect(await publisher.inScope(({ tx }) => inconsistencies(tx))).toEqual([])
  await publisher.close()
})

const MANIFESTS = 'clusters/*/apps/ieb/app1.yaml'

/** By cluster, the directory that its manifest names, in a fresh clone; and what the last commit did to manifests. */
async function inClone() {
  expect(await publisher.publish()).toMatchObject({ outcome: 'published' })
  const scratch = await scratchDirectory()
  try {
    const clone = path.join(scratch.directory, 'clone')
    const inside = async (...args: string[]) =>
      (await publisher.git('-C', clone, ...args)).split('\n')
    await publisher.git('clone', '--quiet', '--branch', 'main', publisher.directory, clone)
    const paths: Record<string, string> = {}
    for (const file of await inside('ls-files', MANIFESTS)) {
      const text = await readFile(path.join(clone, file), 'utf8')
      paths[clusterOf(file)] = /^ +path: "?([^"\n]+)/m.exec(text)![1]!
    }
    const last = await inside('log', '-1', '--format=', '--name-status', '--', MANIFESTS)
    return { paths, last: last.map((line) => `${line[0]} ${clusterOf(line)}`) }
  } finally {
    await scratch.remove()
  }
}

const clusterOf = (file: string) => /clusters\/([^/]+)\//.exec(file)![1]!

it('a placement with a target is in its directory, and any other in the application’s own', async () => {
  expect((await inClone()).paths).toEqual({ one: `${OWN}/early`, two: OWN, qa: OWN })
})

it('a move from one target to another changes the file, and removes none', async () => {
  await inClone()
  await save(publisher, 'PATCH', EARLY, { target: 'late' })
  expect(await inClone()).toEqual({
    paths: { one: `${OWN}/late`, two: OWN, qa: OWN },
    last: ['M one'],
  })
})

it('another directory of a target reaches the placements that have it, and no other', async () => {
  await inClone()
  await save(publisher, 'PATCH', APP, {
    targets: [{ ...target('early'), repo_path: 'early/app1' }, target('late')],
  })
  expect(await inClone()).toEqual({
    paths: { one: 'early/app1', two: OWN, qa: OWN },
    last: ['M one'],
  })
})

it('a cluster that goes to an environment without the target is in the application’s own directory', async () => {
  await inClone()
  await save(publisher, 'PATCH', '/clusters/one', { environment: 'qa' })
  expect(await inClone()).toMatchObject({ paths: { one: OWN, two: OWN, qa: OWN } })
})

it('without its target, a placement stays where another policy places it, in the application’s own directory', async () => {
  await inClone()
  await save(publisher, 'PATCH', APP, { targets: [] })
  expect(await inClone()).toEqual({ paths: { one: OWN, two: OWN, qa: OWN }, last: ['M one'] })
})

it('without its target, a placement ends where no other policy places it', async () => {
  await save(publisher, 'PATCH', '/target-policies/everywhere', {
    cluster_selector: { matchExpressions: [named('two', 'qa')] },
  })
  expect((await inClone()).paths).toEqual({ one: `${OWN}/early`, two: OWN, qa: OWN })
  await save(publisher, 'PATCH', APP, { targets: [target('late')] })
  expect(await inClone()).toEqual({ paths: { two: OWN, qa: OWN }, last: ['D one'] })
})
