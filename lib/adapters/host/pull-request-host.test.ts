// What holds of every host. Each test has branches of its own, so that all of them can use one repository.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { GIT_HOSTS } from '#lib/domain/git/push.ts'
import { findOrOpen } from './find-or-open.ts'
import type { HostAnswer, HostFailure, PullRequestHost } from './pull-request-host.ts'
import {
  callOut,
  type HostWorld,
  realHost,
  standInWorld,
  type StandInWorld,
  TOKEN,
  worldOf,
} from './testing/host-worlds.ts'
import { gitText, MERGE_METHODS } from './testing/merge.ts'
import type { Fault } from './testing/stand-in-host.ts'

const real = realHost(process.env)

let branches = 0
const TEXT = { title: 'Place app1 on 3 clusters', body: 'Change 41\n\nBerth-Change: 41' }

/** A base and a head with one commit more, and what a pull request of them says. */
async function branched({ commit, push }: HostWorld) {
  branches += 1
  const base = `env/test-${process.pid}-${branches}`
  const head = `berth/${base}`
  const files = { 'README.md': 'A repository of Berth' }
  const baseCommit = await commit(files)
  const headCommit = await commit({ ...files, clusters: 'c1' }, baseCommit)
  await push({ [base]: baseCommit, [head]: headCommit })
  return { base, head, baseCommit, headCommit, files, draft: { base, head, ...TEXT } }
}

function valueOf<Value>(answer: HostAnswer<Value> | { readonly outcome: 'exists' }): Value {
  if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer))
  return answer.value
}

async function opened(world: HostWorld) {
  const branches = await branched(world)
  const pull = valueOf(await world.host.open(branches.draft))
  return { ...branches, pull, number: pull.number }
}

function behavesAsAHost(world: () => HostWorld) {
  it('has no open pull request of two branches before one was opened', async () => {
    const { draft } = await branched(world())
    expect(await world().host.findOpen(draft)).toEqual({ outcome: 'done', value: null })
  })

  it('finds by its branches, and reads by its number, what was opened', async () => {
    const { host } = world()
    const { draft, pull, base, head } = await opened(world())
    expect(pull).toEqual({
      number: expect.any(Number),
      url: expect.stringMatching(/^https?:\/\/\S+$/),
      state: 'open',
      title: TEXT.title,
      head,
      base,
      endedBy: null,
    })
    expect(valueOf(await host.findOpen(draft))).toEqual(pull)
    expect(valueOf(await host.read(pull.number))).toEqual(pull)
  })

  it('opens no second one of the same branches', async () => {
    const { draft } = await opened(world())
    expect(await world().host.open(draft)).toEqual({ outcome: 'exists' })
  })

  it('has one, however often and by however many it is asked for', async () => {
    const { host } = world()
    const { draft } = await branched(world())
    const found = await Promise.all([1, 2, 3].map(async () => findOrOpen(host, draft)))
    const again = await findOrOpen(host, draft)
    const numbers = [...found, again].map((answer) => valueOf(answer).pullRequest.number)
    expect(new Set(numbers).size).toBe(1)
    expect(valueOf(again).isNew).toBe(false)
  })

  it('is told another title, and goes on with the same pull request', async () => {
    const { host } = world()
    const { number } = await opened(world())
    const text = { title: 'Place app1 & “app2” on 4 clusters', body: 'Changes 41–42' }
    expect(valueOf(await host.update(number, text))).toMatchObject({ number, title: text.title })
    expect(valueOf(await host.read(number))).toMatchObject({ state: 'open', title: text.title })
  })

  it('closes one, which is found no more, and opens it again', async () => {
    const { host } = world()
    const { draft, number } = await opened(world())
    expect(valueOf(await host.close(number))).toMatchObject({ state: 'closed' })
    expect(valueOf(await host.read(number))).toMatchObject({ state: 'closed' })
    expect(valueOf(await host.findOpen(draft))).toBeNull()
    expect(valueOf(await host.reopen(number))).toMatchObject({ state: 'open', endedBy: null })
    expect(valueOf(await host.findOpen(draft))).toMatchObject({ number })
  })

  it('opens another one after one was closed', async () => {
    const { host } = world()
    const { draft, number } = await opened(world())
    valueOf(await host.close(number))
    const { pullRequest, isNew } = valueOf(await findOrOpen(host, draft))
    expect(isNew).toBe(true)
    expect(pullRequest.number).not.toBe(number)
    expect(valueOf(await host.read(number))).toMatchObject({ state: 'closed' })
  })

  it('takes a comment', async () => {
    const { number } = await opened(world())
    expect(await world().host.comment(number, 'This goes on by direct pushes.')).toEqual({
      outcome: 'done',
      value: null,
    })
  })

  it('does nothing of what a text says', async () => {
    const { host } = world()
    const { draft } = await branched(world())
    const body = 'Said by somebody:\n/close\n  /close\n\n/close'
    const { number } = valueOf(await host.open({ ...draft, body }))
    valueOf(await host.update(number, { title: draft.title, body }))
    valueOf(await host.comment(number, body))
    expect(valueOf(await host.read(number))).toMatchObject({ state: 'open' })
  })

  it('takes texts that are as long as it says', async () => {
    const { host } = world()
    const { draft } = await branched(world())
    const { titleCharacters, bodyCharacters } = host.limits
    const title = 'é'.repeat(titleCharacters)
    const body = 'x'.repeat(Math.min(bodyCharacters, 100_000))
    expect(valueOf(await host.open({ ...draft, title, body }))).toMatchObject({ title })
  })

  it('refuses a longer title, and says so', async () => {
    const { host } = world()
    const { draft } = await branched(world())
    const title = 'é'.repeat(host.limits.titleCharacters + 1)
    expect(await host.open({ ...draft, title })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/It says: \S/),
    })
  })

  it('refuses what is asked of a number that no pull request has', async () => {
    const { host } = world()
    const number = 987_654_321
    for (const answer of [
      await host.read(number),
      await host.update(number, TEXT),
      await host.close(number),
      await host.reopen(number),
      await host.comment(number, 'Nobody reads this.'),
    ]) {
      expect(answer).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('404') })
    }
  })

  it('refuses a pull request of a branch that there isn’t', async () => {
    const { draft } = await branched(world())
    const answer = await world().host.open({ ...draft, head: `${draft.head}-gone` })
    expect(answer).toMatchObject({ outcome: 'refused' })
  })

  it('refuses a wrong token in words that don’t repeat it', async () => {
    const wrong = world().opened({ token: 'wrong-horse/battery+staple' })
    const { draft } = await branched(world())
    const answer = await wrong.findOpen(draft)
    expect(answer).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('doesn’t take the token'),
    })
    expect(JSON.stringify(answer)).not.toContain('battery')
  })
}

describe.each(GIT_HOSTS)('%s', (kind) => {
  let world: StandInWorld
  beforeAll(async () => {
    world = await standInWorld(kind)
  })
  afterEach(() => {
    world.standIn.faults.length = 0
    world.standIn.calls.length = 0
  })
  afterAll(async () => world.close())

  behavesAsAHost(() => world)

  it.each(MERGE_METHODS)(
    'says of one that was merged by %s that it was, and by whom',
    async (method) => {
      const { host, standIn, directory } = world
      const { draft, number, headCommit } = await opened(world)
      const tip = await standIn.merge(number, method, 'ann')
      expect(valueOf(await host.read(number))).toMatchObject({ state: 'merged', endedBy: 'ann' })
      expect(valueOf(await host.findOpen(draft))).toBeNull()
      const trees = [`${tip}^{tree}`, `${headCommit}^{tree}`]
      const [merged, proposed] = (await gitText(directory, ['rev-parse', ...trees])).split('\n')
      expect(merged).toBe(proposed)
    },
  )

  it('opens the next one after one was merged', async () => {
    const { host, standIn, commit, push } = world
    const { draft, number, files, head } = await opened(world)
    const tip = await standIn.merge(number, 'squash')
    await push({ [head]: await commit({ ...files, clusters: 'c2' }, tip) })
    const next = valueOf(await findOrOpen(host, draft))
    expect(next.isNew).toBe(true)
    expect(next.pullRequest).toMatchObject({ state: 'open' })
    expect(valueOf(await host.findOpen(draft))).toMatchObject({ number: next.pullRequest.number })
  })

  it('refuses to open again what was merged', async () => {
    const { host, standIn } = world
    const { number } = await opened(world)
    await standIn.merge(number, 'merge')
    expect(await host.reopen(number)).toMatchObject({ outcome: 'refused' })
    expect(valueOf(await host.read(number))).toMatchObject({ state: 'merged' })
  })

  it('doesn’t take for ours what a fork proposes from a branch of the same name', async () => {
    const { host, standIn } = world
    const { draft } = await branched(world)
    const foreign = await standIn.openFromFork({ ...draft, title: 'Mine' })
    expect(valueOf(await host.findOpen(draft))).toBeNull()
    const { pullRequest, isNew } = valueOf(await findOrOpen(host, draft))
    expect(isNew).toBe(true)
    expect(pullRequest.number).not.toBe(foreign.number)
  })

  it('finds ours among many that are open', async () => {
    const { host } = world
    const first = await opened(world)
    for (let count = 0; count < 4; count += 1) await opened(world)
    expect(valueOf(await host.findOpen(first.draft))).toMatchObject({ number: first.number })
  })

  it('says who closed one, where it tells', async () => {
    const { host, standIn } = world
    const { number } = await opened(world)
    await standIn.closeBy(number, 'ann')
    const endedBy = kind === 'gitea' ? null : 'ann'
    expect(valueOf(await host.read(number))).toMatchObject({ state: 'closed', endedBy })
  })
})

type Call = (
  host: PullRequestHost,
  number: number,
  draft: Draft,
) => Promise<HostAnswer<unknown> | { readonly outcome: 'exists' }>
type Draft = Parameters<PullRequestHost['open']>[0]

const CALLS: Readonly<Record<Exclude<keyof PullRequestHost, 'limits'>, Call>> = {
  findOpen: async (host, _number, draft) => host.findOpen(draft),
  open: async (host, _number, draft) => host.open(draft),
  update: async (host, number) => host.update(number, TEXT),
  read: async (host, number) => host.read(number),
  close: async (host, number) => host.close(number),
  reopen: async (host, number) => host.reopen(number),
  comment: async (host, number) => host.comment(number, 'A comment'),
}

const CASES = GIT_HOSTS.flatMap((kind) =>
  Object.entries(CALLS).map(([name, call]) => [kind, name, call] as const),
)

/** Of what never comes: a test that waits for it waits so long. */
const SOON_MS = 100

describe.each(GIT_HOSTS)('with faults, %s', (kind) => {
  let world: StandInWorld
  let number: number
  let draft: Draft
  beforeAll(async () => {
    world = await standInWorld(kind)
    number = (await opened(world)).number
    draft = (await branched(world)).draft
  })
  afterEach(() => {
    world.standIn.faults.length = 0
    world.standIn.calls.length = 0
  })
  afterAll(async () => world.close())

  const calls = CASES.filter(([host]) => host === kind)
  const spoiled = async (call: Call, kind: Fault['kind'], host = world.host) => {
    world.standIn.faults.push({ at: 'any', kind })
    return (await call(host, number, draft)) as HostFailure
  }

  it.each(calls)('%s is out of reach while %s is answered with 502', async (_kind, _name, call) => {
    expect(await spoiled(call, 'bad-gateway')).toEqual({
      outcome: 'unreachable',
      reason: expect.stringContaining('is not well (502)'),
      askedPauseMs: null,
    })
  })

  it.each(calls)(
    '%s is out of reach where the answer of %s is lost',
    async (_kind, _name, call) => {
      expect(await spoiled(call, 'reply-lost')).toEqual({
        outcome: 'unreachable',
        reason: expect.stringContaining('can’t be reached'),
        askedPauseMs: null,
      })
    },
  )

  it.each(calls)('%s asks for a pause at %s', async (_kind, _name, call) => {
    expect(await spoiled(call, 'limited')).toEqual({
      outcome: 'unreachable',
      reason: expect.stringContaining('asked too often'),
      askedPauseMs: 90_000,
    })
  })

  it.each(calls)(
    '%s has said nothing where %s is answered by a page',
    async (_kind, _name, call) => {
      expect(await spoiled(call, 'garbage')).toMatchObject({
        outcome: 'unreachable',
        reason: expect.stringContaining('but not as the API'),
      })
    },
  )

  it.each(calls)(
    '%s doesn’t get its credential repeated when it refuses %s',
    async (_kind, _name, call) => {
      const answer = await spoiled(call, 'echo')
      expect(answer).toMatchObject({
        outcome: 'refused',
        reason: expect.stringContaining('doesn’t allow the token to do this (403)'),
      })
      expect(answer.reason).toContain('***')
      for (const spelling of [TOKEN, encodeURIComponent(TOKEN), btoa(TOKEN), btoa(`:${TOKEN}`)]) {
        expect(answer.reason).not.toContain(spelling)
      }
    },
  )

  it('is waited for only so long', async () => {
    const impatient = world.opened({
      callOut: async (url, call) => callOut(url, { ...call, timeoutMs: SOON_MS }),
    })
    const answer = await spoiled(CALLS.read, 'silent', impatient)
    expect(answer).toMatchObject({
      outcome: 'unreachable',
      reason: expect.stringContaining('has not answered in time'),
    })
  })

  it('has one pull request where the answer to opening it was lost', async () => {
    const { host, standIn } = world
    const { draft } = await branched(world)
    standIn.faults.push({ at: 'open', kind: 'reply-lost', times: 1 })
    const { pullRequest } = valueOf(await findOrOpen(host, draft))
    expect(pullRequest).toMatchObject({ state: 'open', title: TEXT.title })
    expect(await openOnes(draft)).toBe(1)
  })

  it('has one pull request where somebody else was quicker', async () => {
    const { host, standIn } = world
    const { draft } = await branched(world)
    standIn.faults.push({ at: 'open', kind: 'exists', times: 1 })
    expect(valueOf(await findOrOpen(host, draft))).toMatchObject({ isNew: false })
    expect(await openOnes(draft)).toBe(1)
  })

  it('isn’t believed that it has opened what isn’t there', async () => {
    const { host, standIn } = world
    const { draft } = await branched(world)
    standIn.faults.push({ at: 'open', kind: 'not-done', times: 1 })
    expect(await findOrOpen(host, draft)).toEqual({
      outcome: 'unreachable',
      reason: expect.stringContaining('it isn’t there'),
      askedPauseMs: null,
    })
    expect(await openOnes(draft)).toBe(0)
    expect(valueOf(await findOrOpen(host, draft))).toMatchObject({ isNew: true })
  })

  it('shows by reading it again that it has not closed what it says it has', async () => {
    const { host, standIn } = world
    const { number } = await opened(world)
    standIn.faults.push({ at: 'close', kind: 'not-done', times: 1 })
    expect(valueOf(await host.close(number))).toMatchObject({ state: 'closed' })
    expect(valueOf(await host.read(number))).toMatchObject({ state: 'open' })
  })

  it('is asked nothing more when it has asked for a pause', async () => {
    const { host, standIn } = world
    const { draft } = await branched(world)
    standIn.faults.push({ at: 'open', kind: 'limited' })
    expect(await findOrOpen(host, draft)).toMatchObject({ askedPauseMs: 90_000 })
    expect(standIn.calls.at(-1)).toMatchObject({ asked: 'open' })
  })

  const openOnes = async ({ head, base }: Draft) =>
    (await world.standIn.pulls()).filter(
      (pull) => pull.state === 'open' && pull.head === head && pull.base === base,
    ).length
})

describe.skipIf(real === null)(
  'a real host, which BERTH_TEST_HOST_URL, _KIND, _REPOSITORY and _TOKEN name,',
  () => {
    let world: HostWorld
    beforeAll(async () => {
      if (real !== null) world = await worldOf(real)
    })
    afterAll(async () => world.close())

    behavesAsAHost(() => world)
  },
)
