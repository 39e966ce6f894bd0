// The benchmarks: figures with the ratio to a reference of the same run. All of them, or those that are named:
// `npm run bench -- save list`. See docs/benchmarks.md.
import { benchAudit } from './bench/audit-event.ts'
import { benchAuthorization } from './bench/authorization.ts'
import { benchConfigs } from './bench/configs.ts'
import { configFleet } from './bench/config-fleet.ts'
import { benchDryRuns } from './bench/dry-runs.ts'
import { FULL_SIZE } from './bench/fleet.ts'
import { benchFullTree } from './bench/full-tree.ts'
import { describeRun } from './bench/head.ts'
import { benchLarge } from './bench/large.ts'
import { benchList } from './bench/list.ts'
import { benchMemory } from './bench/memory.ts'
import { measureSave, reportGrowth, reportSave, reportShards } from './bench/one-pair-save.ts'
import { benchNeighbours } from './bench/neighbours.ts'
import { benchRefusedTokens } from './bench/refused-tokens.ts'
import { benchPicks } from './bench/picks.ts'
import { benchPast, startPast } from './bench/past.ts'
import { benchPortal } from './bench/portal.ts'
import { createReport } from './bench/report.ts'
import { benchReportFiles } from './bench/report-files.ts'
import { reportingFleet } from './bench/reporting-fleet.ts'
import { benchReports } from './bench/reports.ts'
import { rolloutFleet } from './bench/rollout-fleet.ts'
import { benchRollouts } from './bench/rollouts.ts'
import { fleetOf, startStand, type Stand } from './bench/stand.ts'
import { benchWatch } from './bench/watch.ts'
import { benchNewVersion, benchWideSave } from './bench/wide-saves.ts'

const SMALL_SIZE = { ...FULL_SIZE, clusters: 10 }
const SHARDS = { GITOPS_BRANCH: 'fleet/{shard}', GITOPS_SHARDS: '100' }

const PARTS = [
  'dry-run',
  'save',
  'audit',
  'shards',
  'list',
  'tokens',
  'access',
  'wide',
  'version',
  'tree',
  'memory',
]

/** Those that only run when they are named. */
const NAMED_PARTS = [
  'large',
  'neighbours',
  'reports',
  'past',
  'portal',
  'watch',
  'files',
  'rollouts',
  'picks',
  'configs',
]

const report = createReport((line) => console.log(line))
const named = process.argv.slice(2)
const allParts = [...PARTS, ...NAMED_PARTS]
const unknown = named.filter((part) => !allParts.includes(part))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${allParts.join(', ')}.`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const runs = (part: string) => named.includes(part) || (named.length === 0 && PARTS.includes(part))

async function onStand<T>(starting: Promise<Stand>, run: (stand: Stand) => Promise<T>): Promise<T> {
  const stand = await starting
  try {
    return await run(stand)
  } finally {
    await stand.end()
  }
}

/** The save at 10 clusters, with which the one at 10,000 is compared. */
async function benchSmall() {
  if (!runs('save')) return null
  return onStand(startStand(fleetOf(SMALL_SIZE)), measureSave)
}

async function benchFull(stand: Stand) {
  console.log(`${await describeRun(stand)}\n`)
  if (runs('dry-run')) await benchDryRuns(stand, report)
  const save = runs('save') || runs('shards') ? await measureSave(stand) : null
  if (save !== null && small !== null) {
    reportSave(report, '10', small)
    reportSave(report, '10,000', save)
    reportGrowth(report, small, save)
  }
  if (runs('audit')) await benchAudit(stand, report)
  if (runs('list')) await benchList(stand, report)
  if (runs('tokens')) await benchRefusedTokens(stand, report)
  if (runs('access')) await benchAuthorization(stand, report)
  if (runs('wide')) await benchWideSave(stand, report)
  if (runs('version')) await benchNewVersion(stand, report)
  if (runs('tree')) await benchFullTree(stand, report)
  if (runs('memory')) await benchMemory(stand, report)
  return save
}

if (runs('large')) await benchLarge(report, process.env['BERTH_BENCH_LARGE_DIR'])
if (runs('neighbours')) await benchNeighbours(report)
if (runs('files')) await benchReportFiles(report)
if (runs('picks')) benchPicks(report)
if (runs('past')) {
  await onStand(startPast(), (stand) => benchPast(stand, report))
}
if (runs('portal')) {
  await onStand(startStand(fleetOf(FULL_SIZE)), (stand) => benchPortal(stand, report))
}
if (runs('reports')) {
  await onStand(startStand(reportingFleet()), (stand) => benchReports(stand, report))
}
if (runs('rollouts')) {
  await onStand(startStand(rolloutFleet()), (stand) => benchRollouts(stand, report))
}
if (runs('configs')) {
  await onStand(startStand(configFleet()), (stand) => benchConfigs(stand, report))
}
if (runs('watch')) {
  await onStand(startStand(reportingFleet()), (stand) => benchWatch(stand, report))
}
const small = await benchSmall()
const save = PARTS.some(runs) ? await onStand(startStand(fleetOf(FULL_SIZE)), benchFull) : null
if (save !== null && runs('shards')) {
  reportShards(report, save, await onStand(startStand(fleetOf(FULL_SIZE), SHARDS), measureSave))
}
console.log(`\n${report.table()}`)
