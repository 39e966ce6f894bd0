import { describe, expect, it } from 'vitest'
import { branchModes } from './branch-modes.ts'

const modeOf = (environment: string) =>
  environment === 'prod' ? ('pull-request' as const) : ('direct' as const)

describe('the modes of branches', () => {
  it('are those of the environments whose clusters are on them', () => {
    const lived = [
      { branch: 'fleet/prod', environment: 'prod' },
      { branch: 'fleet/qa', environment: 'qa' },
      { branch: 'fleet/prod', environment: 'prod' },
    ]
    expect(branchModes(lived, modeOf)).toEqual({ shared: [], proposed: new Set(['fleet/prod']) })
  })

  it('clash where a branch has clusters of both', () => {
    const lived = [
      { branch: 'main', environment: 'qa' },
      { branch: 'main', environment: 'prod' },
      { branch: 'main', environment: 'dev' },
    ]
    expect(branchModes(lived, modeOf).shared).toEqual([
      { branch: 'main', proposed: 'prod', direct: 'qa' },
    ])
  })
})
