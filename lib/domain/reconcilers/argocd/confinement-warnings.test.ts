import { describe, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { bootstrapText, clusterShape } from './cluster-manifests.ts'
import { settings } from './testing/sample-fleet.ts'
import { aTypedCluster } from '#lib/domain/testing/objects.ts'
import { confinementWarnings } from './confinement-warnings.ts'

const of = (confinement: (typeof CONFINEMENTS)[number]) => aTypedCluster({ confinement })
const codesOf = (...pair: Parameters<typeof confinementWarnings>) =>
  confinementWarnings(...pair).map(({ code }) => code)

describe('what keeps teams apart on a cluster', () => {
  it.each([
    ['account', []],
    ['impersonation', ['isolation_weaker']],
    ['project', ['teams_not_isolated']],
  ] as const)('is said of a new cluster where it is less than it could be: %s', (one, codes) => {
    expect(codesOf(null, of(one))).toEqual(codes)
    expect(codesOf(of(one), { ...of(one), description: 'x' })).toEqual([])
  })

  const pairs = CONFINEMENTS.flatMap((one) => CONFINEMENTS.map((other) => [one, other] as const))

  it.each(pairs.filter(([one, other]) => one !== other))(
    'is changed by hand, with the bootstrap where that is another: %s to %s',
    (one, other) => {
      const warning = confinementWarnings(of(one), of(other)).at(-1)
      expect(warning?.code).toBe('confinement_changed')
      const texts = [one, other].map((each) => bootstrapText(of(each), 'main', settings))
      const differs = texts[0] !== texts[1]
      expect(warning?.message.includes('Its bootstrap is another')).toBe(differs)
      expect(clusterShape(of(one)) !== clusterShape(of(other))).toBe(differs)
    },
  )

  it.each([
    { one: 'account', other: 'impersonation', givesRightsBack: true, endsImpersonation: false },
    { one: 'account', other: 'project', givesRightsBack: true, endsImpersonation: true },
    { one: 'impersonation', other: 'project', givesRightsBack: false, endsImpersonation: true },
    { one: 'impersonation', other: 'account', givesRightsBack: false, endsImpersonation: false },
    { one: 'project', other: 'account', givesRightsBack: false, endsImpersonation: false },
  ] as const)(
    'says from $one to $other what takes back the steps that it lacks, or where the steps are',
    ({ one, other, givesRightsBack, endsImpersonation }) => {
      const message = confinementWarnings(of(one), of(other)).at(-1)?.message ?? ''
      expect(message.includes('give its controller its rights back')).toBe(givesRightsBack)
      expect(message.includes('set to "false"')).toBe(endsImpersonation)
      expect(message.includes('its page has the steps')).toBe(
        !givesRightsBack && !endsImpersonation,
      )
    },
  )
})
