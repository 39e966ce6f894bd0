import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { branchesConflict, branchIssues } from './branch-pattern.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const legalName = fc
  .string({ unit: fc.constantFrom('a', 'b', '/', '-'), minLength: 1, maxLength: 5 })
  .filter((branch) => branchIssues(branch).length === 0)

let repository = ''
beforeAll(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'branch-pattern-'))
  spawnSync('git', ['init', '--quiet', '--bare', repository])
})
afterAll(() => rmSync(repository, { recursive: true, force: true }))

function git(args: readonly string[], input = ''): { readonly ok: boolean; readonly out: string } {
  const run = spawnSync('git', ['-C', repository, ...args], { input, encoding: 'utf8' })
  return { ok: run.status === 0, out: run.stdout.trim() }
}

describe('two branches, against git itself', () => {
  it('conflict where git cannot hold both', () => {
    const tree = git(['mktree']).out
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
    const commit = git([...identity, 'commit-tree', tree, '-m', 'empty']).out
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
    fc.assert(
      fc.property(legalName, legalName, (a, b) => {
        fc.pre(a !== b)
        const create = `create refs/heads/${a} ${commit}\ncreate refs/heads/${b} ${commit}\n`
        const isHeld = git(['update-ref', '--stdin'], create).ok
        const remove = `delete refs/heads/${a}\ndelete refs/heads/${b}\n`
        if (isHeld) expect(git(['update-ref', '--stdin'], remove).ok).toBe(true)
        expect(branchesConflict(a, b)).toBe(!isHeld)
      }),
      { numRuns },
    )
  })
})
