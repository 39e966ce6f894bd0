// A save that moves one placement, from the request until its commit is the branch's tip.
import { medianOf, timeOf } from './measure.ts'
import { milliseconds, ratioOf, type Report } from './report.ts'
import { branchesOf, preview, published, type Stand, timeToCommit, write } from './stand.ts'
import { git } from './git.ts'

const RUNS = 31
const REACH_MS = 100
const GROWTH_MAX = 1.5
/** How much two runs of the same thing may differ. */
const NOISE = 1.05

const CLUSTER = '/clusters/cluster-00003'
const toggled = (isOn: boolean) => ({ metadata: { toggle: isOn ? 'on' : 'off' } })

type OnePairSave = { readonly ms: number; readonly referenceMs: number }

export async function measureSave(stand: Stand): Promise<OnePairSave> {
  const branch = await prepare(stand)
  const ms = await medianOf(RUNS, async (run) => {
    const body = toggled(run % 2 === 0)
    const save = () => write(stand, 'PATCH', `${CLUSTER}?confirmRemovals=1`, body)
    const { commitMs } = await timeToCommit(stand, branch, save)
    return commitMs
  })
  const referenceMs = await medianOf(RUNS, () => timeOf(async () => emptyCommit(stand, branch)))
  return { ms, referenceMs }
}

/** Creates a policy that a label of the cluster switches on and off; answers the branch of the cluster. */
async function prepare(stand: Stand): Promise<string> {
  await write(stand, 'POST', '/target-policies', {
    name: 'bench-toggle',
    app_selector: 'name=app-001',
    cluster_selector: 'toggle=on,name=cluster-00003',
  })
  const { change } = await write(stand, 'PATCH', CLUSTER, toggled(true))
  await write(stand, 'PATCH', `${CLUSTER}?confirmRemovals=1`, toggled(false))
  const { added, removed } = await preview(stand, 'PATCH', CLUSTER, toggled(true))
  if (added !== 1 || removed !== 0) throw new Error('The save does not move one placement')
  await published(stand)
  const [branch] = await branchesOf(stand, change)
  if (branch === undefined) throw new Error('The save touches no branch')
  return branch
}

function emptyCommit({ repository }: Stand, branch: string): void {
  const parent = `refs/heads/${branch}`
  const commit = git(repository, 'commit-tree', '-m', 'empty', '-p', parent, `${parent}^{tree}`)
  git(repository, 'update-ref', 'refs/bench', commit)
}

export function reportSave(report: Report, clusters: string, save: OnePairSave): void {
  report.figure({
    what: `save that moves 1 placement, to commit, ${clusters} clusters`,
    reach: `under ${REACH_MS} ms`,
    isReached: save.ms < REACH_MS,
    ...withReference(save),
  })
}

export function reportGrowth(report: Report, small: OnePairSave, full: OnePairSave): void {
  report.figure({
    what: 'the same at 10,000 clusters against 10',
    reach: `within ${GROWTH_MAX} x`,
    figure: milliseconds(full.ms),
    reference: `10 clusters, ${milliseconds(small.ms)}`,
    ratio: ratioOf(full.ms, small.ms),
    isReached: full.ms / small.ms <= GROWTH_MAX,
  })
}

export function reportShards(report: Report, one: OnePairSave, sharded: OnePairSave): void {
  report.figure({
    what: 'the same with GITOPS_BRANCH=fleet/{shard}, 100 shards',
    reach: `under ${REACH_MS} ms`,
    isReached: sharded.ms < REACH_MS,
    ...withReference(sharded),
  })
  report.figure({
    what: '100 shards against one branch',
    reach: `no slower (within ${NOISE} x)`,
    figure: milliseconds(sharded.ms),
    reference: `one branch, ${milliseconds(one.ms)}`,
    ratio: ratioOf(sharded.ms, one.ms),
    isReached: sharded.ms / one.ms <= NOISE,
  })
}

function withReference({ ms, referenceMs }: OnePairSave) {
  return {
    figure: milliseconds(ms),
    reference: `git commit-tree and update-ref, ${milliseconds(referenceMs)}`,
    ratio: ratioOf(ms, referenceMs),
  }
}
