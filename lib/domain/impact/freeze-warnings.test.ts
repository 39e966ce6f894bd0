import { describe, expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, aFreeze, anEnvironment } from '#lib/domain/testing/objects.ts'
import { overWarnings } from './freeze-warnings.ts'
import { impactWarnings } from './impact-warnings.ts'

const fleet = emptyFleet().with([
  editTo(0, anEnvironment({ name: 'production' })),
  editTo(0, aCluster({ environment: 'qa' })),
])

function messagesOf(environments: readonly string[] | null) {
  const edits = [editTo(0, aFreeze({ name: 'christmas', environments }))]
  return impactWarnings(impactOn(fleet, edits).impact, edits).map(({ code, message }) => {
    expect(code).toBe('environment_unknown')
    return message
  })
}

describe('a freeze of an environment', () => {
  it('that there isn’t says that it stops nothing there, and what may be meant', () => {
    expect(messagesOf(['producton', 'production', 'moon'])).toEqual([
      'There is no environment producton, so christmas stops nothing there. Did you mean production?',
      'There is no environment moon, so christmas stops nothing there.',
    ])
  })

  it.each([
    ['that is described, or that only a cluster names', ['production', 'qa']],
    ['of any name, wherever clusters are', null],
  ])('%s says nothing', (_, environments) => {
    expect(messagesOf(environments)).toEqual([])
  })
})

describe('a freeze', () => {
  const now = new Date('2026-12-27T06:00:00Z')

  it.each([
    [
      'ended a second ago',
      '2026-12-27T05:59:59Z',
      ['christmas ended at 2026-12-27 05:59 UTC: it stops nothing.'],
    ],
    [
      'ends this moment',
      '2026-12-27T06:00:00Z',
      ['christmas ended at 2026-12-27 06:00 UTC: it stops nothing.'],
    ],
    ['ends in a moment', '2026-12-27T06:00:01Z', []],
    ['ends never', null, []],
  ])('that %s', (_, to, messages) => {
    const freeze = aFreeze({ name: 'christmas', to: to === null ? null : new Date(to) })
    const found = overWarnings(freeze, now)
    expect(found.map(({ message }) => message)).toEqual(messages)
    for (const { code } of found) expect(code).toBe('freeze_over')
  })
})
