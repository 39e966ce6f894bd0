// Which tests to run: those that are named, or those that an edit can touch.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { SOURCES } from './build.ts'

/** All of a suite, or the files and folders to run of it. */
type Share = 'all' | readonly string[]

export type Plan = {
  /** Types, lint, format, unused code. */
  readonly checks: boolean
  readonly code: Share
  /** In addition, the tests that import one of these files, directly or not. */
  readonly related: readonly string[]
  readonly system: Share
  readonly browser: Share
}

export const EVERYTHING: Plan = {
  checks: true,
  code: 'all',
  related: [],
  system: 'all',
  browser: 'all',
}

export function planOfNamed(named: readonly string[]): Plan {
  const places = named.map((name) => path.relative('.', name).split(path.sep).join('/'))
  const inside = (folder: string) => places.filter((place) => place.split('/')[0] === folder)
  const [system, browser] = [inside('scripts'), inside('e2e')]
  const code = places.filter((place) => !system.includes(place) && !browser.includes(place))
  return { checks: false, code, related: [], system, browser }
}

/** Files that decide how all tests run. */
const SETUP =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vitest\.config\.ts|scripts\/test(?:-plan|-folder)?\.ts)$/
const FOR_ALL_SPECS = /^(?:playwright\.config\.ts|e2e\/support\/.*)$/
const IS_TEST = /\.test\.ts$/
const IS_MODULE = /\.(?:ts|tsx|mjs)$/
/** Files outside the product that tests read, so no import tells which tests. */
const READ_BY_SYSTEM = /^(?:scripts\/|docs\/|deploy\/|README\.md$|Dockerfile$|\.dockerignore$)/

const inFolder = (files: readonly string[], folder: string) =>
  files.filter((file) => file.startsWith(`${folder}/`))
const thatExist = (files: readonly string[]) => files.filter((file) => existsSync(file))

/** Deleted files count, too. An edit of the product runs every test that starts a portal: only these show what else it does. */
export function planOfChanged(changed: readonly string[]): Plan {
  if (changed.some((file) => SETUP.test(file))) return EVERYTHING
  const others = changed.filter((file) => !IS_TEST.test(file))
  const isPortal = others.some(
    (file) => SOURCES.includes(file.split('/')[0] ?? '') && !file.endsWith('.md'),
  )
  const isAboutSystem = isPortal || others.some((file) => READ_BY_SYSTEM.test(file))
  const isAboutBrowser = isPortal || others.some((file) => FOR_ALL_SPECS.test(file))
  return {
    checks: true,
    // Every database is made by the migrations, but nothing imports them.
    code: inFolder(others, 'db/migrations').length > 0 ? 'all' : besideRead(others),
    related: thatExist(changed.filter((file) => IS_MODULE.test(file))),
    system: isAboutSystem ? 'all' : thatExist(inFolder(changed, 'scripts')),
    browser: isAboutBrowser ? 'all' : thatExist(inFolder(others, 'e2e')),
  }
}

/** The folder of a file that is no module: one of the tests in it reads the file. */
function besideRead(changed: readonly string[]): readonly string[] {
  const folders = changed
    .filter((file) => !IS_MODULE.test(file) && /^(?:app|components|db|lib)\//.test(file))
    .map((file) => path.posix.dirname(file))
  return [...new Set(folders)].filter(
    (folder) => existsSync(folder) && readdirSync(folder).some((name) => IS_TEST.test(name)),
  )
}
