import { mkdir, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireGit } from './run-git.ts'
import { httpWorld, localWorld, memoryWorld, type RemoteWorld } from './testing/remote-worlds.ts'
import { commitOfFile } from './testing/scratch.ts'

const worlds = [
  { name: 'in memory', make: memoryWorld },
  { name: 'local', make: localWorld },
  { name: 'over http', make: () => httpWorld() },
]

const at = (value: string | null) => ({ outcome: 'read', value })

describe.each(worlds)('a remote $name', ({ make }) => {
  let world: RemoteWorld
  beforeEach(async () => {
    world = await make()
  })
  afterEach(() => world.close())

  const tipOf = async (branch: string) => world.remote.readTip(branch)
  const first = commitOfFile('a.yaml', 'one')
  const second = commitOfFile('a.yaml', 'second', [first.id])
  const foreign = commitOfFile('b.yaml', 'by hand', [first.id])

  it('has no branch before one is pushed', async () => {
    expect(await tipOf('main')).toEqual(at(null))
    expect(await world.remote.readTips()).toEqual({ outcome: 'read', value: new Map() })
  })

  it('makes a branch that is expected not to exist, and moves it on', async () => {
    await world.store.write([...first.objects, ...second.objects])
    expect(await world.remote.push('fleet/prod', null, first.id)).toEqual({ outcome: 'applied' })
    expect(await tipOf('fleet/prod')).toEqual(at(first.id))
    expect(await world.remote.push('fleet/prod', first.id, second.id)).toEqual({
      outcome: 'applied',
    })
    expect(await tipOf('fleet/prod')).toEqual(at(second.id))
    expect(await world.remote.readTips()).toEqual({
      outcome: 'read',
      value: new Map([['fleet/prod', second.id]]),
    })
  })

  it('does not take a branch for one whose name it ends with', async () => {
    await world.store.write(first.objects)
    await world.remote.push('a/main', null, first.id)
    expect(await tipOf('main')).toEqual(at(null))
  })

  it.each([
    { expected: 'none', branchAt: first, expectedTip: null },
    { expected: 'another commit', branchAt: foreign, expectedTip: first.id },
    { expected: 'a commit, and there is no branch', branchAt: null, expectedTip: first.id },
  ])('leaves the branch alone when it expected $expected', async ({ branchAt, expectedTip }) => {
    await world.store.write([...first.objects, ...second.objects])
    if (branchAt !== null) await world.moveBranch('main', [...first.objects, ...branchAt.objects])
    expect(await world.remote.push('main', expectedTip, second.id)).toEqual({
      outcome: 'rejected-stale',
    })
    expect(await tipOf('main')).toEqual(at(branchAt?.id ?? null))
  })

  it('calls a repeated push of the same commit applied', async () => {
    await world.store.write([...first.objects, ...second.objects])
    await world.remote.push('main', null, first.id)
    await world.remote.push('main', first.id, second.id)
    expect(await world.remote.push('main', first.id, second.id)).toEqual({ outcome: 'applied' })
  })

  it('lets one of many who expect the same tip through', async () => {
    await world.store.write(first.objects)
    await world.remote.push('main', null, first.id)
    const rivals = Array.from({ length: 4 }, (_, n) =>
      commitOfFile('a.yaml', `rival ${n}`, [first.id]),
    )
    await world.store.write(rivals.flatMap(({ objects }) => objects))
    const outcomes = await Promise.all(
      rivals.map(({ id }) => world.remote.push('main', first.id, id)),
    )
    const winners = rivals.filter((_, index) => outcomes[index]?.outcome === 'applied')
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(
      ['applied', ...Array.from({ length: 3 }, () => 'rejected-stale')].sort(),
    )
    expect(await tipOf('main')).toEqual(at(winners[0]?.id ?? ''))
  })

  it('refuses a branch where another one is a folder on its way', async () => {
    await world.store.write(first.objects)
    await world.remote.push('fleet', null, first.id)
    expect(await world.remote.push('fleet/prod', null, first.id)).toMatchObject({
      outcome: 'refused',
    })
  })

  it('brings what other people pushed into the store', async () => {
    await world.moveBranch('main', [...first.objects, ...foreign.objects])
    expect(await world.remote.fetch('main', foreign.id)).toEqual({ outcome: 'fetched' })
    expect(await world.store.readCommit(foreign.id)).toMatchObject({ tree: foreign.tree })
    expect(await world.store.readTree(foreign.tree)).toMatchObject([{ name: 'b.yaml' }])
  })

  it('brings only the branch as it stands, and says when that is not what was asked for', async () => {
    expect(await world.remote.fetch('main', foreign.id)).toEqual({ outcome: 'moved' })
    await world.moveBranch('main', first.objects)
    expect(await world.remote.fetch('main', foreign.id)).toEqual({ outcome: 'moved' })
  })

  it('sees a branch that was rewritten or removed', async () => {
    await world.store.write([...first.objects, ...second.objects])
    await world.remote.push('main', null, first.id)
    const rewritten = commitOfFile('c.yaml', 'new history')
    await world.moveBranch('main', rewritten.objects)
    expect(await tipOf('main')).toEqual(at(rewritten.id))
    expect(await world.remote.fetch('main', rewritten.id)).toEqual({ outcome: 'fetched' })
    expect(await world.remote.push('main', first.id, second.id)).toEqual({
      outcome: 'rejected-stale',
    })
    await world.moveBranch('main', null)
    expect(await tipOf('main')).toEqual(at(null))
    expect(await world.remote.push('main', first.id, second.id)).toEqual({
      outcome: 'rejected-stale',
    })
  })

  it.each(['--upload-pack=touch x', '-x', 'HEAD', 'a..b', 'a b', '', 'refs/heads/x', 'a:b', '+a'])(
    'takes %j for no branch and no commit',
    async (text) => {
      const { remote } = world
      await expect(remote.readTip(text)).rejects.toThrow('is not a branch name')
      await expect(remote.fetch(text, first.id)).rejects.toThrow('is not a branch name')
      await expect(remote.push(text, null, first.id)).rejects.toThrow('is not a branch name')
      await expect(remote.push('main', null, text)).rejects.toThrow('Not an object id')
      await expect(remote.push('main', text, first.id)).rejects.toThrow('Not an object id')
      await expect(remote.fetch('main', text)).rejects.toThrow('Not an object id')
    },
  )
})

describe('a local remote', () => {
  it('refuses, with the reason, while the branch is locked', async () => {
    const world = await localWorld()
    await world.store.write(commitOfFile('a', 'one').objects)
    await mkdir(`${world.store.directory}/refs/heads`, { recursive: true })
    await writeFile(`${world.store.directory}/refs/heads/main.lock`, '')
    const outcome = await world.remote.push('main', null, commitOfFile('a', 'one').id)
    expect(outcome).toMatchObject({ outcome: 'refused', message: /main\.lock.*File exists/s })
    await world.close()
  })

  it('moves no branch to a commit that it does not have', async () => {
    const world = await localWorld()
    const outcome = await world.remote.push('main', null, commitOfFile('a', 'one').id)
    expect(outcome.outcome).toBe('refused')
    expect(await world.remote.readTip('main')).toEqual({ outcome: 'read', value: null })
    await world.close()
  })

  it('leaves a repository that git finds sound', async () => {
    const world = await localWorld()
    const commit = commitOfFile('a', 'one')
    await world.store.write(commit.objects)
    await world.remote.push('main', null, commit.id)
    const { directory } = world.store
    const args = ['fsck', '--strict', '--full', '--no-dangling']
    expect((await requireGit({ directory, args, timeoutMs: 30_000 })).toString()).toBe('')
    await world.close()
  })
})
