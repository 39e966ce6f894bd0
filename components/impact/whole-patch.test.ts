import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fileDiff } from '#lib/usecases/changes/file-diffs.ts'
import { patchOfBranch } from './whole-patch.ts'

const folder = mkdtempSync(join(tmpdir(), 'berth-patch-'))
afterAll(() => rmSync(folder, { recursive: true }))

const git = (args: readonly string[], input = '') =>
  execFileSync('git', args, { cwd: folder, input, encoding: 'utf8' })

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const kept = Array.from({ length: 30 }, (_, line) => `line: ${line}\n`).join('')
const CHANGES = [
  { path: 'clusters/c1/apps/ieb/new.yaml', before: null, after: 'a: "1"\nb: "2"\n' },
  { path: 'clusters/c1/apps/ieb/gone.yaml', before: 'a: "1"\n', after: null },
  {
    path: 'clusters/c1/teams/ieb/quota.yaml',
    before: kept,
    after: kept.replace('line: 3\n', 'line: three\n').replace('line: 27\n', ''),
  },
]

it('is a patch that git applies to the branch, and nothing of another branch', () => {
  git(['init', '--quiet'])
  for (const { path, before } of CHANGES) if (before !== null) write(path, before)
  git(['add', '--all'])
  const other = { path: 'elsewhere.yaml', before: null, after: 'x\n' }
  const files = [...CHANGES.map((change) => fileDiff('main', change)), fileDiff('other', other)]
  git(['apply', '--index', '-'], patchOfBranch(files, 'main'))
  const left = git(['ls-files']).trim().split('\n')
  expect(left).toEqual(CHANGES.filter(({ after }) => after !== null).map(({ path }) => path))
  for (const { path, after } of CHANGES) {
    if (after !== null) expect(readFileSync(join(folder, path), 'utf8')).toBe(after)
  }
})
