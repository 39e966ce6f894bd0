import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ES_MODULE_PACKAGES } from './es-module-packages.ts'

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
    '#db/errors.ts',
    '#components/api.ts',
    '../error-name.ts',
  ]
  const found = printFound(WITH, names)
  expect(found).toEqual(printFound([], names))
  expect(JSON.parse(found).map(([name]: [string]) => name)).toEqual(names)
})

it('a name that leads nowhere is refused, and its place is told', () => {
  expect(() => printFound(WITH, ['#lib/none.ts'])).toThrow(/lib[/\\\\]none\.ts/)
})

it.each(ES_MODULE_PACKAGES)('every .js file of %s is an ES module', (name) => {
  const files = globSync(`node_modules/${name}/**/package.json`)
  const types = files.map(
    (file) => (JSON.parse(readFileSync(file, 'utf8')) as { type?: string }).type,
  )
  expect(new Set(types)).toEqual(new Set(['module']))
})

it('names that begin with # lead where package.json says', () => {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: unknown }
  expect(imports).toEqual({
    '#lib/*': './lib/*',
    '#db/*': './db/*',
    '#components/*': './components/*',
  })
})

function printFound(flags: readonly string[], names: readonly string[]): string {
  const command = [...flags, 'lib/runtime/testing/print-found.ts', ...names]
  return execFileSync(process.execPath, command, { encoding: 'utf8', stdio: 'pipe' })
}
