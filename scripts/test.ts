// Everything that must hold before a change lands, and one line at the end that says how it went.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

type Tally = { readonly passed: number; readonly failed: number }

process.env['NO_COLOR'] = '1'
const reports = mkdtempSync(path.join(tmpdir(), 'berth-reports-'))

const CHECKS: readonly (readonly [string, readonly string[]])[] = [
  ['types', ['tsc', '--noEmit']],
  ['lint and import walls', ['oxlint', '--type-aware']],
  ['format', ['oxfmt', '--check', '.']],
  ['unused code', ['knip']],
]

function runBinary([binary = '', ...args]: readonly string[]): boolean {
  const file = path.join('node_modules', '.bin', binary)
  return spawnSync(file, args, { stdio: 'inherit' }).status === 0
}

function runChecks(): Tally {
  const failed = CHECKS.filter(([name, command]) => {
    console.log(`\n── ${name}`)
    return !runBinary(command)
  })
  return { passed: CHECKS.length - failed.length, failed: failed.length }
}

/** A run that ends badly without a failed test, such as one that can't start, counts as one failure. */
function runVitest(project: string): Tally {
  console.log(`\n── ${project} tests`)
  const report = path.join(reports, `${project}.json`)
  const ended = runBinary([
    'vitest',
    'run',
    `--project=${project}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile=${report}`,
  ])
  const tally = readTally(report)
  return ended || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

function readTally(report: string): Tally {
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as { numPassedTests: number; numFailedTests: number }
    return { passed, failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function runBrowser(): Tally {
  console.log('\n── browser tests')
  const report = path.join(reports, 'browser.json')
  process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = report
  const ended = runBinary(['playwright', 'test', '--reporter=dot,json'])
  try {
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
      stats: { expected: number; unexpected: number; flaky: number }
    }
    const failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed: ended || failed > 0 ? failed : 1 }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const tallies = [
  runChecks(),
  runVitest('unit'),
  runVitest('integration'),
  runVitest('system'),
  runBrowser(),
]
rmSync(reports, { recursive: true, force: true })
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
