// How versions travel, at 10,000 clusters: previews and waves, a thousand rollouts at a time, what clusters report of them, and
// what applications need.
import { benchDependencies } from './dependency-looks.ts'
import { benchResolving } from './resolving.ts'
import type { Report } from './report.ts'
import { EVERYWHERE, followingVersions, rolledOut } from './rollout-fleet.ts'
import { benchPlanPreview, benchWaves } from './rollout-waves.ts'
import { published, type Stand, write } from './stand.ts'
import { benchConducting, benchIngest, startThousand } from './thousand-rollouts.ts'
import { benchWaveHealth } from './wave-health.ts'

/** Of the application that is everywhere, the others have one. */
const VERSIONS = 6

export async function benchRollouts(stand: Stand, report: Report): Promise<void> {
  await write(stand, 'POST', '/apply', followingVersions())
  await announceVersions(stand)
  await published(stand)
  await benchPlanPreview(stand, report)
  await benchWaves(stand, report)
  await benchWaveHealth(stand, report)
  await benchDependencies(stand, report)
  const rollouts = await startThousand(stand, `v${VERSIONS}`)
  await benchResolving(stand, report)
  await benchIngest(stand, report, rollouts)
  await benchConducting(stand, report, rollouts)
}

async function announceVersions(stand: Stand): Promise<void> {
  for (const { namespace, name } of rolledOut()) {
    const first = name === EVERYWHERE.name ? 1 : VERSIONS
    for (let version = first; version <= VERSIONS; version++) {
      const commit = version.toString(16).padStart(40, '0')
      await write(stand, 'POST', `/applications/${namespace}/${name}/versions`, {
        commit,
        name: `v${version}`,
      })
    }
  }
}
