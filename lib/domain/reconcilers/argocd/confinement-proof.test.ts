import { describe, expect, it } from 'vitest'
import type { ReportedConfinement } from '#lib/domain/observed/reported.ts'
import { aTypedCluster } from '#lib/domain/testing/objects.ts'
import { confinementProof } from './confinement-proof.ts'

const whole: ReportedConfinement = {
  enabled: true,
  enforced: true,
  controllerRole: 'narrow',
  projectsWithout: [],
}

describe('what a cluster says of its confinement', () => {
  it.each([
    { promised: 'account', reported: {}, proof: 'proven' },
    { promised: 'account', reported: { projectsWithout: ['foreign'] }, proof: 'proven' },
    { promised: 'account', reported: { controllerRole: 'stock' }, proof: 'disproved' },
    { promised: 'account', reported: { controllerRole: null }, proof: 'unproven' },
    { promised: 'account', reported: { enabled: false }, proof: 'disproved' },
    { promised: 'impersonation', reported: { controllerRole: 'stock' }, proof: 'proven' },
    { promised: 'impersonation', reported: { enforced: false }, proof: 'disproved' },
    { promised: 'impersonation', reported: { projectsWithout: ['foreign'] }, proof: 'disproved' },
    { promised: 'project', reported: {}, proof: 'unproven' },
  ] as const)('$reported is for $promised: $proof', ({ promised, reported, proof }) => {
    const cluster = aTypedCluster({ confinement: promised })
    expect(confinementProof(cluster, { ...whole, ...reported })).toBe(proof)
  })

  it('proves nothing when it says nothing', () => {
    expect(confinementProof(aTypedCluster({ confinement: 'account' }), null)).toBe('unproven')
  })
})
