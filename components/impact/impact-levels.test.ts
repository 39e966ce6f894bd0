import { describe, expect, it } from 'vitest'
import { levelsFor } from './impact-levels.ts'

const byOf = (keys: readonly string[]) => levelsFor(keys).map(({ by }) => by)

describe('the groups of a preview', () => {
  it.each([
    [
      ['environment', 'region', 'gpu'],
      ['environment', 'label:region'],
    ],
    [['topology.kubernetes.io/region'], ['label:topology.kubernetes.io/region']],
    [['environment'], ['environment']],
    [['gpu'], ['team', 'application']],
    [[], ['team', 'application']],
  ])('are by where the clusters are, else by whose the applications are: %j', (keys, by) => {
    expect(byOf(keys)).toEqual(by)
  })

  it('ask for their own pairs, and for those of the groups around them', () => {
    const [environment, region] = levelsFor(['environment', 'region'])
    const outer = environment!.within({ q: 'app1' }, 'prod')
    expect(region!.within(outer, 'east')).toEqual({
      q: 'app1',
      clusterSelector: 'environment=prod,region=east',
    })
    expect(region!.within(outer, null)).toEqual({
      q: 'app1',
      clusterSelector: 'environment=prod,!region',
    })
  })

  it('ask by the name of an application inside its team', () => {
    const [team, application] = levelsFor([])
    expect(application!.within(team!.within({}, 'ieb'), 'ieb/app1')).toEqual({
      appSelector: 'namespace=ieb,name=app1',
    })
  })
})
