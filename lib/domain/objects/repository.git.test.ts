import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { repoBranchIssues } from './repository.ts'

const pieces = fc.constantFrom(
  'a',
  'B',
  '0',
  '.',
  '..',
  '/',
  '-',
  '_',
  '.lock',
  'HEAD',
  'refs/',
  '@',
  '{',
  '~',
  ' ',
  'lock',
)
const branches = fc.oneof(
  fc.string({ unit: pieces, minLength: 1, maxLength: 6 }),
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,8}$/),
)

it('accepts no branch that git refuses', () => {
  const trials = Number(process.env['BERTH_TRIALS'] ?? 300)
  const accepted = fc
    .sample(branches, { numRuns: trials * 3 })
    .filter((branch) => repoBranchIssues(branch, []).length === 0)
    .slice(0, trials)
  expect(accepted.length).toBeGreaterThan(trials / 3)
  // One shell starts git for all of them, in much less time than this process would.
  const each = 'for branch do git check-ref-format --branch "$branch" || echo refused; done'
  const { stdout } = spawnSync('sh', ['-c', each, 'sh', ...accepted], { encoding: 'utf8' })
  expect(stdout.trimEnd().split('\n')).toEqual(accepted)
})
