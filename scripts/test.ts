// Runs everything that must hold before a change lands, or the part that is named, or what the edit can affect. Its last line
// says how it went.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import path from 'node:path'
import { makeServerFiles } from '#db/testing/make-server-files.ts'
import { build, isStale } from './build.ts'
import { makeTestFolder } from './test-folder.ts'
import { EVERYTHING, type Plan, planOfChanged, planOfNamed } from './test-plan.ts'

type Tally = { readonly passed: number; readonly failed: number }

process.env['NO_COLOR'] = '1'
const folder = makeTestFolder()
// Some hundred processes load the same modules: each is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= path.join(folder, 'compiled')
// What checks types ends within a minute: to collect its garbage takes a third of the processor, and frees little.
process.env['GOGC'] ??= '400'

const CHECKS: readonly (readonly [string, readonly string[]])[] = [
  // Several checkers at once each check much of the same, and the processor has other tests to run.
  ['types', ['tsc', '--noEmit', '--checkers', '1']],
  ['lint and import walls', ['oxlint', '--type-aware']],
  ['format', ['oxfmt', '--check', '.']],
  ['unused code', ['knip']],
]

/** Suites that wait for pages and processes take longest: all else yields to them. */
const YIELDS = 5

/** A suite, how much it yields to others, and the projects of vitest.config.ts that run for it. */
type Suite = readonly [name: string, niceness: number, ...projects: readonly string[]]

const UNIT: Suite = ['unit', YIELDS, 'unit']
const INTEGRATION: Suite = ['integration', YIELDS, 'integration', 'replacing']
const COST: Suite = ['cost', YIELDS, 'cost']
const SYSTEM: Suite = ['system', 0, 'system']

const FAILED: Tally = { passed: 0, failed: 1 }

const plan = planOf(process.argv.slice(2))
if (plan === EVERYTHING) await makeServerFiles(folder)
const tallies = await run(plan)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

function planOf([first, ...rest]: readonly string[]): Plan {
  if (first === undefined) return EVERYTHING
  return first === '--changed'
    ? planOfChanged(changedSince(rest[0]))
    : planOfNamed([first, ...rest])
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

/** Including what is not committed, or not even added. */
function changedSince(branch = 'main'): string[] {
  const listed = [
    git('diff', '--name-only', '--no-renames', git('merge-base', 'HEAD', branch)),
    git('ls-files', '--others', '--exclude-standard'),
  ]
  return listed.flatMap((text) => text.split('\n')).filter((file) => file !== '')
}

async function run({ checks, code, related, system, browser }: Plan): Promise<Tally[]> {
  const runCode = async (suite: Suite) => [
    ...(code.length > 0 ? [await runVitest(suite, ['run', ...filtersOf(code)])] : []),
    ...(code !== 'all' && related.length > 0
      ? [await runVitest(suite, ['related', '--run', ...related])]
      : []),
  ]
  // Once, before suites that start a portal notice at the same time that there is no build.
  const isBuilt = system.length + browser.length === 0 || !isStale() || build()
  const runPages = async () =>
    (await isBuilt) && browser.length > 0 ? [await runBrowser(filtersOf(browser))] : []
  const runSystem = async () =>
    (await isBuilt) && system.length > 0
      ? [await runVitest(SYSTEM, ['run', ...filtersOf(system)])]
      : []
  const runOthers = async () => {
    // What Postgres reads is counted on a server of its own, which nothing else disturbs.
    const beside = await Promise.all([runCode(UNIT), runCode(COST)])
    // The build writes types, too.
    await isBuilt
    const checked = checks ? [await runChecks()] : []
    return [...beside.flat(), ...checked, ...(await runCode(INTEGRATION))]
  }
  // Side by side: the first two wait for pages and processes more than they reckon, and the others fill what they leave.
  const all = await Promise.all([runPages(), runSystem(), runOthers()])
  return [...all.flat(), ...((await isBuilt) ? [] : [FAILED])]
}

function filtersOf(share: 'all' | readonly string[]): readonly string[] {
  return share === 'all' ? [] : share
}

async function runChecks(): Promise<Tally> {
  let failed = 0
  for (const [name, command] of CHECKS) if (!(await runBinary(name, YIELDS, command))) failed += 1
  return { passed: CHECKS.length - failed, failed }
}

/** Prints its output in one piece at the end, because others run at the same time. */
function runBinary(
  name: string,
  niceness: number,
  [binary = '', ...args]: readonly string[],
): Promise<boolean> {
  const child = spawn(path.join('node_modules', '.bin', binary), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Before it has threads, which would keep the priority that they began with.
  if (child.pid !== undefined) setPriority(child.pid, niceness)
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => printed.push(chunk))
  }
  return new Promise((resolve) =>
    child.once('close', (status) => {
      console.log(`\n── ${name}`)
      process.stdout.write(Buffer.concat(printed))
      resolve(status === 0)
    }),
  )
}

/** A run that ends badly without a failed test, such as one that can't start, counts as one failure. */
async function runVitest(
  [suite, niceness, ...projects]: Suite,
  command: readonly string[],
): Promise<Tally> {
  const report = path.join(folder, `${suite}.json`)
  const ended = await runBinary(`${suite} tests`, niceness, [
    'vitest',
    ...command,
    ...projects.map((project) => `--project=${project}`),
    '--passWithNoTests',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile=${report}`,
  ])
  const { numPassedTests: passed, numFailedTests: failed } = readReport(report, {
    numPassedTests: 0,
    numFailedTests: 0,
  })
  return ended || failed > 0 ? { passed, failed } : { passed, failed: 1 }
}

async function runBrowser(filters: readonly string[]): Promise<Tally> {
  const report = path.join(folder, 'browser.json')
  process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = report
  // Node.js reads TypeScript itself, and keeps what it compiled; Playwright would translate each file first.
  process.env['PW_DISABLE_TS_ESM'] = '1'
  const ended = await runBinary('browser tests', 0, [
    'playwright',
    'test',
    ...filters,
    '--reporter=dot,json',
  ])
  const { stats } = readReport(report, { stats: { expected: 0, unexpected: 0, flaky: 0 } })
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: ended || failed > 0 ? failed : 1 }
}

/** `none`: the report if none was written. */
function readReport<Report>(file: string, none: Report): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return none
  } finally {
    rmSync(file, { force: true })
  }
}
