import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const WITH = ['--import', './lib/runtime/import-formats.ts']

it('names lead to the same modules as without it', () => {
  const names = [
    'zod',
    // CommonJS.
    'protobufjs/minimal.js',
    'drizzle-orm',
    'drizzle-orm/pg-core',
    'node:path',
    '#lib/domain/labels/selector.ts',
    '../error-name.ts',
  ]
  const found = printFound(WITH, names)
  expect(found).toEqual(printFound([], names))
  expect(JSON.parse(found).map(([name]: [string]) => name)).toEqual(names)
})

it('a name that leads nowhere is refused as without it', () => {
  expect(() => printFound(WITH, ['#lib/none.ts'])).toThrow('ERR_MODULE_NOT_FOUND')
})

function printFound(flags: readonly string[], names: readonly string[]): string {
  const command = [...flags, 'lib/runtime/testing/print-found.ts', ...names]
  return execFileSync(process.execPath, command, { encoding: 'utf8', stdio: 'pipe' })
}
