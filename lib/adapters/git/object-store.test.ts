import { mkdir, readdir, readFile, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceEntryId, type TreeEntry } from '#lib/domain/git/git-tree.ts'
import { LocalRemote } from './local-remote.ts'
import { gitObject } from './object-id.ts'
import { openObjectStore, packLooseObjects, type ObjectStore } from './object-store.ts'
import { requireGit } from './run-git.ts'
import { blobOf, commitOfFile, scratchDirectory, treeOf } from './testing/scratch.ts'

const numRuns = Math.min(20, Number(process.env['BERTH_TRIALS'] ?? 20))

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let store: ObjectStore
beforeEach(async () => {
  scratch = await scratchDirectory()
  store = await openObjectStore(path.join(scratch.directory, 'store.git'), 'fleet/main')
})
afterEach(async () => {
  store.close()
  await scratch.remove()
})

async function git(args: readonly string[], input: readonly Uint8Array[] = []): Promise<string> {
  const run = { directory: store.directory, args, input, timeoutMs: 60_000 }
  return (await requireGit(run)).toString()
}

const looseFile = (id: string) => path.join(store.directory, 'objects', id.slice(0, 2), id.slice(2))
const packs = async () =>
  (await readdir(path.join(store.directory, 'objects/pack'))).filter((name) =>
    name.endsWith('.pack'),
  )
const manyBlobs = (count: number, mark: string) =>
  Array.from({ length: count }, (_, index) => blobOf(`${mark} ${index}\n`.repeat(1 + (index % 40))))

describe('opening', () => {
  it('makes a bare repository once, with the branch that clones check out', async () => {
    await store.write(commitOfFile('a', 'one').objects)
    const again = await openObjectStore(store.directory, 'other')
    expect(await again.readCommit(commitOfFile('a', 'one').id)).not.toBeNull()
    expect(await git(['symbolic-ref', 'HEAD'])).toBe('refs/heads/fleet/main\n')
    expect(await readdir(store.directory)).not.toContain('hooks')
    again.close()
  })

  it('makes one repository when many do it at once', async () => {
    for (const name of ['one.git', 'two.git', 'three.git', 'four.git']) {
      const directory = path.join(scratch.directory, name)
      const opening = Array.from({ length: 8 }, () => openObjectStore(directory, 'main'))
      const stores = await Promise.all(opening)
      const { objects, id } = commitOfFile('a', name)
      await stores[0]!.write(objects)
      for (const store of stores) {
        expect(await store.readCommit(id)).not.toBeNull()
        store.close()
      }
      expect((await readdir(directory)).sort()).toEqual(['HEAD', 'config', 'objects', 'refs'])
    }
  })

  it('takes no repository of another hash', async () => {
    const directory = path.join(scratch.directory, 'sha256.git')
    await mkdir(directory)
    const args = ['init', '--quiet', '--bare', '--object-format=sha256']
    await requireGit({ directory, args, timeoutMs: 30_000 })
    await expect(openObjectStore(directory, 'main')).rejects.toThrow('is a sha256 repository')
  })
})

describe('ids', () => {
  const entry = fc.record<TreeEntry>({
    name: fc
      .string({ unit: fc.constantFrom('a', 'b', '.', '-', '0', 'Z', '\u00e9'), minLength: 1 })
      .filter((name) => !/^\.{1,2}$/.test(name)),
    mode: fc.constantFrom('100644', '100755', '120000', '40000', '160000'),
    id: fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'.split('')),
      minLength: 40,
      maxLength: 40,
    }),
  })

  it('of any tree are those that git gives it', async () => {
    const trees = fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(trees, async (entries) => {
        const tree = treeOf(entries)
        const hashed = ['hash-object', '-t', 'tree', '--literally', '--stdin']
        expect(await git(hashed, [tree.body])).toBe(`${tree.id}\n`)
        const types = { '40000': 'tree', '160000': 'commit' } as Readonly<Record<string, string>>
        const lines = entries.map(
          ({ mode, name, id }) =>
            `${mode.padStart(6, '0')} ${types[mode] ?? 'blob'} ${id}\t${name}\0`,
        )
        const listing = Buffer.from(lines.join(''), 'latin1')
        expect(await git(['mktree', '-z', '--missing'], [listing])).toBe(`${tree.id}\n`)
      }),
      { numRuns },
    )
  })
})

describe('writing', () => {
  it.each([
    { form: 'files', count: 40, packCount: 0 },
    { form: 'one pack', count: 41, packCount: 1 },
  ])('puts $count objects into $form that git reads back', async ({ count, packCount }) => {
    const blobs = manyBlobs(count - 2, 'blob')
    const tree = treeOf(
      blobs.map(({ id }, index) => ({ name: `f${index}`, mode: '100644' as const, id })),
    )
    const objects = [...blobs, tree, gitObject('blob', Buffer.alloc(70_000, 7))]
    await store.write(objects)
    expect(await packs()).toHaveLength(packCount)
    const asked = objects.map(({ id }) => `${id}\n`).join('')
    const answered = await git(['cat-file', '--batch-check'], [Buffer.from(asked)])
    const expected = objects.map(({ id, type, body }) => `${id} ${type} ${body.length}\n`)
    expect(answered).toBe(expected.join(''))
    expect(await git(['fsck', '--strict', '--no-dangling', '--connectivity-only'])).toBe('')
  })

  it('packs objects of every size that the header can begin to spell', async () => {
    const sizes = [0, 1, 15, 16, 17, 2047, 2048, 262_143, 262_144]
    const objects = sizes.map((size) => gitObject('blob', Buffer.alloc(size, 1)))
    await store.write([...objects, ...manyBlobs(200, 'other')])
    for (const { id, body } of objects) {
      expect(Buffer.compare((await store.readBlob(id)) ?? Buffer.from('missing'), body)).toBe(0)
    }
  })

  it('leaves an object that is there, and makes it fresh', async () => {
    const blob = blobOf('kept')
    await store.write([blob])
    const before = await stat(looseFile(blob.id))
    await utimes(looseFile(blob.id), new Date(0), new Date(0))
    await store.write([blob, blob])
    const after = await stat(looseFile(blob.id))
    expect(after.ino).toBe(before.ino)
    expect(after.mtimeMs).toBeGreaterThan(before.mtimeMs - 60_000)
  })

  it('leaves nothing half-written behind', async () => {
    await store.write([...manyBlobs(40, 'a'), ...manyBlobs(40, 'a')])
    await store.write(manyBlobs(90, 'b'))
    const names = await readdir(path.join(store.directory, 'objects'), { recursive: true })
    expect(names.filter((name) => name.includes('tmp_'))).toEqual([])
  })

  it('fails when the store is gone, and says so', async () => {
    await scratch.remove()
    await expect(store.write([blobOf('a')])).rejects.toThrow('ENOENT')
  })
})

describe('reading', () => {
  it('gives back what was written, and null for what was not', async () => {
    const commit = commitOfFile('a.yaml', 'text')
    await store.write(commit.objects)
    expect(await store.readCommit(commit.id)).toMatchObject({ tree: commit.tree, parents: [] })
    expect(await store.readTree(commit.tree)).toMatchObject([{ name: 'a.yaml', mode: '100644' }])
    expect(await store.readBlob(blobOf('absent').id)).toBeNull()
    expect(await store.readTree(treeOf([]).id)).toEqual([])
  })

  it('answers many questions at once in their turn', async () => {
    const blobs = manyBlobs(300, 'turn')
    await store.write(blobs)
    const read = await Promise.all(blobs.map(({ id }) => store.readBlob(id)))
    expect(read.map((body) => body?.toString())).toEqual(blobs.map(({ body }) => body.toString()))
  })

  it('sees what another process writes later, loose or packed', async () => {
    expect(await store.readBlob(blobOf('later').id)).toBeNull()
    const other = await openObjectStore(store.directory, 'main')
    await other.write([blobOf('later')])
    expect(await store.readBlob(blobOf('later').id)).not.toBeNull()
    await other.write(manyBlobs(150, 'packed later'))
    expect(await store.readBlob(manyBlobs(150, 'packed later')[149]?.id ?? '')).not.toBeNull()
    other.close()
  })

  it('goes on when its child is killed', async () => {
    const blobs = manyBlobs(200, 'killed')
    await store.write(blobs)
    await store.readBlob(blobs[0]?.id ?? '')
    const pids = await catFilePids()
    expect(pids).toHaveLength(1)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const reads = blobs.map(({ id }) => store.readBlob(id))
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    expect((await Promise.all(reads)).every((body) => body !== null)).toBe(true)
    for (const pid of await catFilePids()) process.kill(pid, 'SIGKILL')
    expect(await store.readBlob(blobs[7]?.id ?? '')).not.toBeNull()
  })

  it('says what an object is when it is not what was asked for', async () => {
    await store.write([blobOf('no tree')])
    await expect(store.readTree(blobOf('no tree').id)).rejects.toThrow('is a blob, not a tree')
  })

  it('takes no tree that git would not have written', async () => {
    const tree = gitObject('tree', Buffer.concat([Buffer.from('040000 a\0'), Buffer.alloc(20, 1)]))
    await store.write([tree])
    const fresh = await openObjectStore(store.directory, 'main')
    await expect(fresh.readTree(tree.id)).rejects.toThrow('has no mode of git')
    fresh.close()
  })

  it.each(['', 'HEAD', 'main', '--batch-all-objects', 'a'.repeat(39), `${'a'.repeat(40)}\n`])(
    'takes %j for no id',
    async (text) => {
      await expect(store.readBlob(text)).rejects.toThrow('Not an object id')
    },
  )
})

describe('maintenance', () => {
  it('packs loose objects, also those that nothing refers to yet, and loses none', async () => {
    const commit = commitOfFile('a.yaml', 'text')
    const pending = manyBlobs(30, 'pending')
    await store.write(commit.objects)
    await new LocalRemote(store).push('main', null, commit.id)
    await store.write(pending)
    await store.readCommit(commit.id)
    await packLooseObjects(store)
    const left = (await readdir(path.join(store.directory, 'objects'))).filter((name) =>
      /^[0-9a-f]{2}$/.test(name),
    )
    expect(left).toEqual([])
    for (const { id } of [...commit.objects, ...pending]) {
      expect((await git(['cat-file', '-t', id])).trim()).not.toBe('')
    }
    expect(await store.readBlob(pending[3]?.id ?? '')).not.toBeNull()
  })

  it('runs beside a writer and a reader without either noticing', async () => {
    const tip: { id: string | null } = { id: null }
    const remote = new LocalRemote(store)
    const commits = Array.from({ length: 25 }, (_, index) => index)
    const writing = (async () => {
      for (const index of commits) {
        const parents = tip.id === null ? [] : [tip.id]
        const commit = commitOfFile('a.yaml', `text ${index}`, parents)
        await store.write(commit.objects)
        expect(await remote.push('main', tip.id, commit.id)).toEqual({ outcome: 'applied' })
        expect(await store.readCommit(commit.id)).not.toBeNull()
        tip.id = commit.id
      }
    })()
    await Promise.all([
      writing,
      (async () => {
        for (let round = 0; round < 10; round += 1) await packLooseObjects(store)
      })(),
    ])
    expect(await git(['rev-list', '--count', 'main'])).toBe(`${commits.length}\n`)
    expect(await git(['fsck', '--strict', '--full', '--no-dangling'])).toBe('')
  })

  it('keeps a directory that changes one entry at a time small', async () => {
    const blobs = manyBlobs(2, 'v')
    const names = Array.from({ length: 2000 }, (_, index) => `c${String(index).padStart(5, '0')}`)
    const id = blobs[0]?.id ?? ''
    let tree = treeOf(names.map((name) => ({ name, mode: '100644' as const, id })))
    await store.write([...blobs, tree])
    for (const name of names.slice(0, 20)) {
      const body = replaceEntryId(tree.body, name, blobs[1]?.id ?? '')
      tree = gitObject('tree', body ?? new Uint8Array())
      await store.write([tree])
    }
    await packLooseObjects(store)
    const sizeKb = Number(/size-pack: (\d+)/.exec(await git(['count-objects', '-v']))?.[1])
    expect(sizeKb).toBeLessThan((2 * tree.body.length) / 1024)
  })
})

/** The child processes of this store alone; other tests have their own. */
async function catFilePids(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return command.includes(store.directory) && command.includes('cat-file') ? [Number(pid)] : []
    }),
  )
  return found.flat()
}
