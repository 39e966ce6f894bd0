import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openObjectStore, type ObjectStore } from './object-store.ts'
import { RefSession } from './ref-session.ts'
import { commitOfFile, scratchDirectory } from './testing/scratch.ts'

const NOTHING = '0'.repeat(40)
const [one, two] = [commitOfFile('a', 'one'), commitOfFile('a', 'two')]
let scratch: Awaited<ReturnType<typeof scratchDirectory>>
let store: ObjectStore
let session: RefSession

beforeEach(async () => {
  scratch = await scratchDirectory()
  store = await openObjectStore(path.join(scratch.directory, 'gitops.git'), 'main')
  session = new RefSession(store.directory, { timeoutMs: 30_000 })
  await store.write([...one.objects, ...two.objects])
})
afterEach(async () => {
  session.close()
  store.close()
  await scratch.remove()
})

const ref = 'refs/heads/main'

describe('a session that moves refs', () => {
  it('moves a ref only from where it is said to stand', async () => {
    expect(await session.move({ ref, to: one.id, from: NOTHING })).toEqual({ outcome: 'moved' })
    expect(await store.readRef(ref)).toBe(one.id)
    const late = await session.move({ ref, to: two.id, from: NOTHING })
    expect(late).toMatchObject({ outcome: 'refused', message: /already exists/ })
    expect(await store.readRef(ref)).toBe(one.id)
  })

  it('goes on after a move that was refused', async () => {
    await session.move({ ref, to: one.id, from: two.id })
    expect(await session.move({ ref, to: one.id, from: NOTHING })).toEqual({ outcome: 'moved' })
    expect(await session.move({ ref, to: two.id, from: one.id })).toEqual({ outcome: 'moved' })
  })

  it('makes the moves that are asked for at once one after the other', async () => {
    const refs = Array.from({ length: 20 }, (_, index) => `refs/heads/b${index}`)
    const moved = await Promise.all(
      refs.map((name) => session.move({ ref: name, to: one.id, from: NOTHING })),
    )
    expect(moved).toEqual(refs.map(() => ({ outcome: 'moved' })))
    expect(await Promise.all(refs.map((name) => store.readRef(name)))).toEqual(
      refs.map(() => one.id),
    )
  })

  it('lets only one of two sessions win', async () => {
    const other = new RefSession(store.directory, { timeoutMs: 30_000 })
    const outcomes = await Promise.all([
      session.move({ ref, to: one.id, from: NOTHING }),
      other.move({ ref, to: two.id, from: NOTHING }),
    ])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['moved', 'refused'])
    other.close()
  })

  it('moves to what was written after it began', async () => {
    await session.move({ ref, to: one.id, from: NOTHING })
    const three = commitOfFile('a', 'three')
    await store.write(three.objects)
    expect(await session.move({ ref, to: three.id, from: one.id })).toEqual({ outcome: 'moved' })
  })

  it('says that it doesn’t know when git is silent', async () => {
    const bin = path.join(scratch.directory, 'bin')
    await mkdir(bin)
    await writeFile(path.join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
    const impatient = new RefSession(store.directory, { timeoutMs: 50 })
    expect(await impatient.move({ ref, to: one.id, from: NOTHING })).toEqual({ outcome: 'unknown' })
    impatient.close()
    vi.unstubAllEnvs()
    expect(await session.move({ ref, to: one.id, from: NOTHING })).toEqual({ outcome: 'moved' })
  })

  it('says that it doesn’t know when it is closed during a move', async () => {
    const moving = session.move({ ref, to: one.id, from: NOTHING })
    await Promise.resolve()
    session.close()
    expect(await moving).toEqual({ outcome: 'unknown' })
  })
})
