import { expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import {
  aCluster,
  anApplication,
  anEnvironment,
  aPolicy,
  aTeam,
} from '#lib/domain/testing/objects.ts'
import { protectionReach } from './protection-reach.ts'

const fleet = emptyFleet().with([
  editTo(0, aTeam({ name: 'ieb' })),
  editTo(1, aTeam({ name: 'shop' })),
  editTo(0, anApplication({ team: 'ieb', name: 'a' })),
  editTo(1, anApplication({ team: 'shop', name: 'b' })),
  editTo(2, anApplication({ team: 'shop', name: 'c' })),
  ...['p1', 'p2', 's1'].map((name, id) =>
    editTo(id, aCluster({ name, environment: name < 'q' ? 'prod' : 'staging' })),
  ),
  editTo(0, aPolicy({})),
])

it('says on how many clusters and of which teams nobody else can move anything, once it is protected', () => {
  const [warning] = protectionReach(fleet, anEnvironment({ name: 'prod', protected: true }))
  expect(warning?.message).toContain(
    'prod protects 2 clusters with 6 placements of 2 teams: shop (4), ieb (2).',
  )
  expect(protectionReach(fleet, anEnvironment({ name: 'prod' }))).toEqual([])
})
