import { describe, expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { anApplication, aTeam } from '#lib/domain/testing/objects.ts'
import { impactWarnings } from './impact-warnings.ts'

const fleet = emptyFleet().with([editTo(0, aTeam({}))])

function warningsOf(repoBranch: string) {
  const edits = [editTo(0, anApplication({ repoBranch }))]
  return impactWarnings(impactOn(fleet, edits).impact, edits)
}

describe('a branch whose name Argo CD takes for a range of versions', () => {
  it.each([
    'x',
    'X',
    'vx',
    'x-ray',
    'x-feature.1',
    'x.5',
    'x.1.2',
    '1.x',
    'v1.x',
    '1.X',
    '1.x.2',
    '1.x.x',
    '1.2.x',
    'v10.20.x',
    '1.x-beta.1',
    '1.2.x-rc-1',
  ])('is warned of: %s', (branch) => {
    const [warning, ...rest] = warningsOf(branch)
    expect(warning).toEqual({
      code: 'branch_is_version_range',
      message: expect.stringContaining(`repo_branch ${branch} `),
    })
    expect(rest).toEqual([])
  })

  it.each([
    // case | branches
    ['no range', 'main', 'release/1.x', 'x/y', 'x_y', 'xray', 'xx', 'box', 'release-1.x', 'x-a_b'],
    ['a version, which is looked for as it stands', '1', 'v1', '1.2', 'v1.2.3', '1.2.3-rc.1'],
    ['too many parts, or none', '1.2.3.x', '1.x.', 'x.', 'x-', '1x', '1.xx', '1.2.3x', 'V1.x'],
  ])('is not: %s', (_, ...branches) => {
    for (const branch of branches) expect(warningsOf(branch), branch).toEqual([])
  })
})
