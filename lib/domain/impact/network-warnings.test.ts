import { describe, expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { NetworkMode } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { impactWarnings } from './impact-warnings.ts'

/** The warnings of a team whose network goes from one mode to another, placed on so many clusters. */
function warningsOf(before: NetworkMode, after: NetworkMode, clusters = 2) {
  const fleet = emptyFleet().with([
    editTo(0, aTeam({ network: before })),
    editTo(0, anApplication({})),
    editTo(
      0,
      aPolicy({ appSelector: { kind: 'everything' }, clusterSelector: { kind: 'everything' } }),
    ),
    ...Array.from({ length: clusters }, (_, id) => editTo(id, aCluster({ name: `cluster-${id}` }))),
  ])
  const edits = [editTo(0, aTeam({ network: after }))]
  return impactWarnings(impactOn(fleet, edits).impact, edits)
}

describe('the network of a team that runs somewhere', () => {
  it.each([
    // before | after | cut
    ['open', 'namespace', 'from other namespaces, but those with the label'],
    ['open', 'closed', 'all that they reach outside their own, but DNS'],
    ['namespace', 'closed', 'all that they reach outside their own, but DNS'],
  ] as const)('is warned of where it goes from %s to %s', (before, after, cut) => {
    const [warning, ...rest] = warningsOf(before, after)
    expect(warning?.code).toBe('network_stricter')
    expect(warning?.message).toContain(`from ${before} to ${after} on 2 clusters`)
    expect(warning?.message).toContain(cut)
    expect(rest).toEqual([])
  })

  it.each([
    ['closed', 'namespace'],
    ['closed', 'open'],
    ['namespace', 'open'],
    ['closed', 'closed'],
    ['open', 'open'],
  ] as const)('is not where it goes from %s to %s', (before, after) => {
    expect(warningsOf(before, after)).toEqual([])
  })

  it('cuts nothing where the team has nothing', () => {
    expect(
      warningsOf('open', 'closed', 0).filter(({ code }) => code === 'network_stricter'),
    ).toEqual([])
  })
})
