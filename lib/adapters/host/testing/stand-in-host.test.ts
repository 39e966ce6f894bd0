// What the stand-in does as hosts do, beside answering: merging for real, and telling webhooks.
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type GitHost, GIT_HOSTS } from '#lib/domain/git/push.ts'
import { readPush } from '#lib/schemas/push.ts'
import { isProven } from '#lib/usecases/hooks/proof.ts'
import { standInWorld, type StandInWorld } from './host-worlds.ts'
import { gitText, MERGE_METHODS } from './merge.ts'
import type { Manner } from './webhooks.ts'

const SECRET = 'the secret of the hook'

const worlds = new Map<GitHost, StandInWorld>()
beforeAll(async () => {
  for (const host of GIT_HOSTS) worlds.set(host, await standInWorld(host))
})
afterAll(async () => {
  for (const world of worlds.values()) await world.close()
})

let branches = 0

/** A pull request of two commits, while the base has got a commit of its own. */
async function apart(world: StandInWorld) {
  branches += 1
  const base = `env/${branches}`
  const head = `berth/${base}`
  const begin = await world.commit({ base: '0', head: '0' })
  const moved = await world.commit({ base: '1', head: '0' }, begin)
  const first = await world.commit({ base: '0', head: '1' }, begin)
  const second = await world.commit({ base: '0', head: '2' }, first)
  await world.push({ [base]: moved, [head]: second })
  const answer = await world.host.open({ base, head, title: 'Two commits', body: '' })
  if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer))
  return { base, head, begin, moved, second, number: answer.value.number }
}

const github = () => worlds.get('github')!
const git = async (...args: string[]) => gitText(github().directory, args)
const parentsOf = async (commit: string) =>
  (await git('show', '--no-patch', '--format=%P', commit)).split(' ')
const subjectsAfter = async (base: string, tip: string) =>
  (await git('log', '--first-parent', '--format=%s', `${base}..${tip}`)).split('\n')
const filesOf = async (commit: string) => [
  await git('show', `${commit}:base`),
  await git('show', `${commit}:head`),
]

describe('a merge of a stand-in', () => {
  it('by merge has the base and the head as parents', async () => {
    const { number, moved, second, base } = await apart(github())
    const tip = await github().standIn.merge(number, 'merge')
    expect(await parentsOf(tip)).toEqual([moved, second])
    expect(await filesOf(tip)).toEqual(['1', '2'])
    expect(await git('rev-parse', `refs/heads/${base}`)).toBe(tip)
  })

  it('by squash is one commit on the base', async () => {
    const { number, moved } = await apart(github())
    const tip = await github().standIn.merge(number, 'squash')
    expect(await parentsOf(tip)).toEqual([moved])
    expect(await filesOf(tip)).toEqual(['1', '2'])
    expect(await subjectsAfter(moved, tip)).toEqual([`Two commits (#${number})`])
  })

  it('by rebase has each commit of the head anew', async () => {
    const { number, moved, second } = await apart(github())
    const tip = await github().standIn.merge(number, 'rebase')
    expect(await filesOf(tip)).toEqual(['1', '2'])
    expect(await subjectsAfter(moved, tip)).toEqual(['Write base, head', 'Write base, head'])
    expect(await git('rev-list', '--count', `${second}..${tip}`)).toBe('3')
  })

  it('by fast-forward is the head itself, and no merge where the base has moved', async () => {
    const { number, begin, base, second } = await apart(github())
    await expect(github().standIn.merge(number, 'fast-forward')).rejects.toThrow("can't be merged")
    await github().push({ [base]: begin })
    expect(await github().standIn.merge(number, 'fast-forward')).toBe(second)
  })

  it.each(MERGE_METHODS)('by %s is none where both sides changed the same', async (method) => {
    const { number, base, begin } = await apart(github())
    const conflicting = await github().commit({ base: '0', head: 'mine' }, begin)
    await github().push({ [base]: conflicting })
    await expect(github().standIn.merge(number, method)).rejects.toThrow("can't be merged")
    expect(await git('rev-parse', `refs/heads/${base}`)).toBe(conflicting)
  })
})

describe.each(GIT_HOSTS)('where branches are pushed and deleted, %s', (kind) => {
  const world = () => worlds.get(kind)!
  const stateOf = async (number: number) => {
    const read = await world().host.read(number)
    return read.outcome === 'done' ? read.value.state : read.reason
  }

  it('goes on with a pull request whose head was replaced', async () => {
    const { number, head, moved } = await apart(world())
    await world().push({ [head]: await world().commit({ base: '1', head: '3' }, moved) })
    expect(await stateOf(number)).toBe('open')
  })

  it('closes one whose head was deleted, or leaves it open, as the host does', async () => {
    const { number, head } = await apart(world())
    await world().standIn.deleteBranch(head)
    const closes = kind === 'github' || kind === 'gitea'
    expect(await stateOf(number)).toBe(closes ? 'closed' : 'open')
  })

  it('says that one was merged whose head somebody pushed to the base, where the host notices', async () => {
    const { number, base, second } = await apart(world())
    await world().push({ [base]: second })
    expect(await stateOf(number)).toBe(kind === 'gitea' ? 'open' : 'merged')
  })

  it('opens one again whose head was replaced meanwhile, but for GitHub', async () => {
    const { number, head, moved } = await apart(world())
    await world().host.close(number)
    await world().push({ [head]: await world().commit({ base: '1', head: '3' }, moved) })
    const answer = await world().host.reopen(number)
    if (kind === 'github') {
      expect(answer).toMatchObject({
        outcome: 'refused',
        reason: expect.stringContaining('force-pushed'),
      })
    } else {
      expect(answer).toMatchObject({ outcome: 'done', value: { state: 'open' } })
    }
  })
})

type Heard = { readonly headers: Headers; readonly body: Uint8Array; readonly tip: string }

/** A webhook that notes where the base was when it was told. */
async function listening(world: StandInWorld, base: string, manner: Manner) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const take = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const headers = new Headers(request.headers as Record<string, string>)
      const tip = await gitText(world.directory, ['rev-parse', `refs/heads/${base}`])
      heard.push({ headers, body: Buffer.concat(chunks), tip })
      response.end()
    }
    take().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  world.standIn.setHook({ url: `http://127.0.0.1:${port}/`, secret: SECRET, manner })
  onTestFinished(() => {
    world.standIn.setHook(null)
    server.close()
  })
  return heard
}

describe.each(GIT_HOSTS)('a webhook of %s', (kind) => {
  const world = () => worlds.get(kind)!
  const merged = async (manner: Manner) => {
    const pull = await apart(world())
    const heard = await listening(world(), pull.base, manner)
    const tip = await world().standIn.merge(pull.number, 'merge')
    return { ...pull, heard, tip }
  }
  const proofs = (heard: readonly Heard[]) =>
    heard.map(({ headers, body }) => isProven({ host: kind, secret: SECRET }, { headers, body }))

  it('is told of a merge once it can be seen: of the push, and of the pull request', async () => {
    const { heard, tip } = await merged('once')
    expect(proofs(heard)).toEqual([true, true])
    expect(heard.map((each) => each.tip)).toEqual([tip, tip])
  })

  it('names the branch and the commit of a push', async () => {
    const { heard, tip, base } = await merged('once')
    const json: unknown = JSON.parse(Buffer.from(heard[0]!.body).toString())
    if (kind === 'azure-devops') {
      expect(json).toMatchObject({
        eventType: 'git.push',
        resource: { refUpdates: [{ name: `refs/heads/${base}`, newObjectId: tip }] },
      })
    } else {
      expect(readPush(kind, json)).toMatchObject({
        ok: true,
        value: { refs: [{ ref: `refs/heads/${base}`, commit: tip }] },
      })
    }
  })

  it('that is lost is told nothing', async () => {
    expect((await merged('lost')).heard).toEqual([])
  })

  it('that is doubled is told all twice, by the same names', async () => {
    const { heard } = await merged('doubled')
    const bodies = heard.map(({ body }) => Buffer.from(body).toString())
    expect(bodies).toHaveLength(4)
    expect([bodies[0], bodies[2]]).toEqual([bodies[1], bodies[3]])
    expect(heard[0]!.headers.get('x-github-delivery')).toBe(
      heard[1]!.headers.get('x-github-delivery'),
    )
  })

  it('that is early is told before anything can be seen', async () => {
    const { heard, moved } = await merged('early')
    expect(heard.map((each) => each.tip)).toEqual([moved, moved])
  })

  it('that is held is told when the test says so', async () => {
    const { heard } = await merged('held')
    expect(heard).toEqual([])
    await world().standIn.deliverHeld()
    expect(proofs(heard)).toEqual([true, true])
  })

  it('that is forged has no proof', async () => {
    expect(proofs((await merged('forged')).heard)).toEqual([false, false])
  })
})

describe('what GitHub’s skin tells a webhook', () => {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const require = createRequire(import.meta.url)
  const schema: unknown = require('@octokit/webhooks-schemas')
  ajv.addSchema(withoutRequired(schema) as object, 'webhooks')

  it.each(['closed', 'opened'])(
    'is what its schemas allow, of a pull request that is %s',
    async (action) => {
      const pull = await apart(github())
      const heard = await listening(github(), pull.base, 'once')
      if (action === 'closed') await github().standIn.closeBy(pull.number, 'ann')
      else {
        await github().host.close(pull.number)
        await github().standIn.settled()
        heard.length = 0
        const { base, head } = pull
        await github().host.open({ base, head, title: 'Again', body: '' })
        await github().standIn.settled()
      }
      const json: unknown = JSON.parse(Buffer.from(heard[0]!.body).toString())
      expect(json).toMatchObject({ action })
      const validate = ajv.getSchema(`webhooks#/definitions/pull_request$${action}`)!
      await validate(json)
      expect(validate.errors ?? []).toEqual([])
    },
  )
})

/** The stand-in doesn't say everything, but what it says is said as documented. */
function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([name, value]) => name !== 'required' || !Array.isArray(value),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRequired(value)]))
}
