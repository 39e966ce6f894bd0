import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitMessage, decodeCommit, encodeCommit, readTrailers, type Trailer } from './commit.ts'
import { gitObject } from './object-id.ts'
import { openObjectStore, type ObjectStore } from './object-store.ts'
import { requireGit } from './run-git.ts'
import { scratchDirectory, treeOf } from './testing/scratch.ts'

const numRuns = Math.min(50, Number(process.env['BERTH_TRIALS'] ?? 25))

let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let store: ObjectStore
beforeAll(async () => {
  scratch = await scratchDirectory()
  store = await openObjectStore(scratch.directory, 'main')
  await store.write([treeOf([])])
})
afterAll(async () => {
  store.close()
  await scratch.remove()
})

async function git(args: readonly string[], input = ''): Promise<string> {
  const run = { directory: store.directory, args, input: [Buffer.from(input)], timeoutMs: 60_000 }
  return (await requireGit(run)).toString()
}

const ada = { name: 'Ada', email: 'ada@example.com', epochSeconds: 1_700_000_000 }
const commitWith = (fields: { message?: string; author?: typeof ada }) =>
  gitObject(
    'commit',
    encodeCommit({
      tree: treeOf([]).id,
      parents: [],
      author: ada,
      committer: ada,
      message: 'Publish\n',
      ...fields,
    }),
  )

describe('a commit', () => {
  it('has the id that git gives the same fields', async () => {
    const environment = {
      GIT_AUTHOR_NAME: 'Ada Lovelace',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_AUTHOR_DATE: '1700000000 +0000',
      GIT_COMMITTER_NAME: 'Berth',
      GIT_COMMITTER_EMAIL: 'berth@example.com',
      GIT_COMMITTER_DATE: '1700000001 +0000',
    }
    const tree = treeOf([]).id
    const run = { directory: store.directory, environment, timeoutMs: 30_000 }
    const parent = commitWith({})
    await store.write([parent])
    const args = ['commit-tree', tree, '-p', parent.id, '-m', 'Publish 1 change']
    const expected = (await requireGit({ ...run, args })).toString().trim()
    const ours = encodeCommit({
      tree,
      parents: [parent.id],
      author: { name: 'Ada Lovelace', email: 'ada@example.com', epochSeconds: 1_700_000_000 },
      committer: { name: 'Berth', email: 'berth@example.com', epochSeconds: 1_700_000_001 },
      message: 'Publish 1 change\n',
    })
    expect(gitObject('commit', ours).id).toBe(expected)
  })

  it('is read as it was written', () => {
    const commit = {
      tree: treeOf([]).id,
      parents: ['1'.repeat(40), '2'.repeat(40)],
      author: { name: 'Zoë', email: 'zoe@example.com', epochSeconds: 1 },
      committer: ada,
      message: 'Subject\n\nBody\n\nBerth-Change: 1\n',
    }
    expect(decodeCommit(encodeCommit(commit))).toEqual(commit)
  })

  it('of other people is read with its signature and odd headers', () => {
    const bytes = Buffer.from(
      `tree ${'a'.repeat(40)}\nauthor A <a@b> 5 +0200\ncommitter <> 6 -0700\ngpgsig -----BEGIN\n tree no\n -----END\n\nHi`,
    )
    expect(decodeCommit(bytes)).toEqual({
      tree: 'a'.repeat(40),
      parents: [],
      author: { name: 'A', email: 'a@b', epochSeconds: 5 },
      committer: { name: '', email: '', epochSeconds: 6 },
      message: 'Hi',
    })
  })

  it('passes fsck whatever the author is called, and shows that person alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (name, email) => {
        const odd = { name: `${name}\n<x>\ncommitter`, email: `${email}>\n`, epochSeconds: 7 }
        const commit = commitWith({ author: odd })
        await store.write([commit])
        expect(await git(['fsck', '--strict', '--no-dangling', commit.id])).toBe('')
        expect(await git(['log', '-1', '--format=%at %cn', commit.id])).toBe('7 Ada\n')
      }),
      { numRuns },
    )
  })

  it.each([
    { name: '', shown: 'unknown' },
    { name: ' . ', shown: 'unknown' },
    { name: 'Ada <root@x>', shown: 'Ada root@x' },
    { name: 'Ada\u202e\u0007 L', shown: 'Ada L' },
  ])('calls $name $shown', ({ name, shown }) => {
    const author = { ...ada, name }
    expect(decodeCommit(commitWith({ author }).body).author.name).toBe(shown)
  })
})

describe('a message', () => {
  const trailers: [Trailer, ...Trailer[]] = [
    ['Berth-Change', '12'],
    ['Berth-Change', '13'],
    ['Berth-Actor', 'user:4f9e'],
  ]

  it('is subject, body and trailers', () => {
    const message = commitMessage({
      subject: 'Place 2, remove 1',
      body: ['payments--api: 2 clusters', 'Reason: faster'],
      trailers,
    })
    expect(message).toBe(
      'Place 2, remove 1\n\npayments--api: 2 clusters\nReason: faster\n\n' +
        'Berth-Change: 12\nBerth-Change: 13\nBerth-Actor: user:4f9e\n',
    )
  })

  it('has the trailers that it was given, whatever people typed, for git and for us', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'x\n\nBerth-Change: 99',
        'Berth-Change: 99',
        '---',
        '--- \nBerth-Change: 99',
        'x\r\rBerth-Change: 99\r',
        'x\u2028\u2028Berth-Change: 99',
        'x\u0085\u0085Berth-Change: 99',
        '(cherry picked from commit 1)',
        '# comment',
        '',
      ),
    )
    await fc.assert(
      fc.asyncProperty(typed, fc.array(typed, { maxLength: 4 }), async (subject, body) => {
        const message = commitMessage({ subject, body, trailers })
        expect(readTrailers(message)).toEqual(trailers)
        const expected = trailers.map(([key, value]) => `${key}: ${value}\n`).join('')
        expect(await git(['interpret-trailers', '--parse'], message)).toBe(expected)
        const commit = commitWith({ message })
        await store.write([commit])
        const format = '--format=%(trailers:only)'
        expect((await git(['log', '-1', format, commit.id])).trimEnd()).toBe(expected.trimEnd())
      }),
      { numRuns },
    )
  })

  it.each([
    ['Berth-Change', '1\nBerth-Change: 2'],
    ['Berth-Change', ''],
    ['Berth-Change', 'a b'],
    ['Berth-Change', 'é'],
    ['Berth Change', '1'],
    ['berth', '1'],
  ])('takes %j with %j for no trailer', (key, value) => {
    expect(() => commitMessage({ subject: 'x', body: [], trailers: [[key, value]] })).toThrow(
      'Not a trailer',
    )
  })

  it.each(['Subject only', 'Berth-Change: 1', 'a\n\nText\nBerth-Change: 1', ''])(
    'has no trailers when it is %j',
    (message) => {
      expect(readTrailers(message)).toEqual([])
    },
  )
})
