import { describe, expect, it } from 'vitest'
import { environmentIssues } from './environment-issues.ts'
import { readStoredObject } from '../object-json.ts'
import { environmentCodec } from './environment.ts'

/** The codes and places of what is wrong with an environment that is sent so. */
function wrongWith(sent: object): string[] {
  const environment = environmentCodec.decode(parsed(sent))
  const issues = environment.ok ? environmentIssues(environment.value) : environment.issues
  return issues.map(({ code, path }) => `${code} ${path.join('.')}`)
}

function parsed(sent: object) {
  return environmentCodec.input.parse({ name: 'prod', ...sent })
}

const open = (given: object, timeZone = 'Europe/Berlin') => ({
  hours: {
    time_zone: timeZone,
    weekly: [{ days: ['mon'], from: '08:00', to: '16:00', ...given }],
  },
})
const canary = { name: 'canary', size: 5 }
const askedOf = (approvals: object) => ({
  waves: [{ ...canary, before: { approvals: { count: 1, groups: [{ id: 'g' }], ...approvals } } }],
})

describe('an environment', () => {
  const group = { id: 'release-managers' }
  it.each([
    ['of a name alone', {}],
    ['with a name as clusters write it', { name: 'Prod_1.eu-west' }],
    ['that is protected', { protected: true, deployers: [group] }],
    ['after five others', { after: ['a', 'b', 'c', 'd', 'e'], after_soak: '90d' }],
    ['that is open to the end of a day', open({ to: '00:00' })],
    ['that is open for a whole day', open({ from: '00:00', to: '00:00' })],
    [
      'with a wave by labels, in any spelling',
      { waves: [{ name: 'a', clusters: 'ring in (a,b)' }] },
    ],
    [
      'with a wave by equal labels',
      { waves: [{ name: 'a', clusters: { ring: 'a' }, size: '100%' }] },
    ],
    ['with a wave of labels that nothing has', { waves: [{ name: 'a', clusters: 'ring=absent' }] }],
    ['with a wave of a target alone', { waves: [{ name: 'early', target: 'early-adopters' }] }],
    [
      'with a wave by all three',
      { waves: [{ name: 'a', clusters: 'ring=a', target: 'early', size: 5 }] },
    ],
    ['with nineteen waves and the rest', { waves: wavesOf(19) }],
    ['with a wave that waits and asks', { waves: [{ ...canary, after: { soak: '0m' } }] }],
    ['whose rest has another name and waits', { waves: [{ name: 'all', after: { soak: '1h' } }] }],
    ['with groups in both lists', { deployers: [group], overriders: [group] }],
  ])('%s is well', (_, sent) => {
    expect(wrongWith(sent)).toEqual([])
  })

  it.each([
    ['no name', { name: '' }, ['name_format name']],
    ['a name that no label can have', { name: '-prod' }, ['name_format name']],
    ['a longer name than a label can have', { name: 'p'.repeat(64) }, ['name_format name']],
    [
      'protection and nobody',
      { protected: true, overriders: [group] },
      ['deployers_missing deployers'],
    ],
    ['a group twice', { deployers: [group, group] }, ['group_duplicate deployers.1.id']],
    [
      'a group that is everybody',
      { overriders: [{ id: 'system:authenticated' }] },
      ['group_reserved overriders.0.id'],
    ],
    ['more than five before it', { after: ['a', 'b', 'c', 'd', 'e', 'f'] }, ['too_many after']],
    ['one twice before it', { after: ['qa', 'qa'] }, ['environment_duplicate after.1']],
    ['what is no name before it', { after: ['../qa'] }, ['name_format after.0']],
    ['a soak in weeks', { after_soak: '1w' }, ['duration_format after_soak']],
    ['a soak without a unit', { after_soak: '0' }, ['duration_format after_soak']],
    ['a soak as of a computer', { after_soak: '1e9d' }, ['duration_format after_soak']],
    ['a soak of more than 90 days', { after_soak: '91d' }, ['duration_format after_soak']],
    ['hours over midnight', open({ from: '22:00', to: '06:00' }), ['bad_hours hours.weekly.0.to']],
    ['hours without length', open({ from: '08:00', to: '08:00' }), ['bad_hours hours.weekly.0.to']],
    ['an hour that no clock has', open({ to: '25:00' }), ['hours_format hours.weekly.0.to']],
    ['hours off the quarters', open({ from: '08:10' }), ['bad_hours hours.weekly.0.from']],
    ['hours of no day', open({ days: [] }), ['hours_format hours.weekly.0.days']],
    [
      'hours of a place that there isn’t',
      open({}, 'Mars/X'),
      ['time_zone_unknown hours.time_zone'],
    ],
    [
      'hours that never are',
      { hours: { time_zone: 'UTC', weekly: [] } },
      ['bad_hours hours.weekly'],
    ],
    ['a wave of 0 %', { waves: [{ name: 'a', size: '0%' }] }, ['bad_wave waves.0.size']],
    ['a wave of 101 %', { waves: [{ name: 'a', size: '101%' }] }, ['bad_wave waves.0.size']],
    ['a wave of 5.5 %', { waves: [{ name: 'a', size: '5.5%' }] }, ['bad_wave waves.0.size']],
    ['a wave of fewer than none', { waves: [{ name: 'a', size: -1 }] }, ['bad_wave waves.0.size']],
    ['a wave of a text of them', { waves: [{ name: 'a', size: '-1' }] }, ['bad_wave waves.0.size']],
    ['a wave of half a cluster', { waves: [{ name: 'a', size: 0.5 }] }, ['bad_wave waves.0.size']],
    ['a wave of none', { waves: [{ name: 'a', size: 0 }] }, ['bad_wave waves.0.size']],
    [
      'a wave by what is no selector',
      { waves: [{ name: 'a', clusters: 'ring in (' }] },
      ['selector_syntax waves.0.clusters'],
    ],
    [
      'a wave of a target whose name is none',
      { waves: [{ name: 'a', target: 'A b' }] },
      ['name_format waves.0.target'],
    ],
    ['21 waves', { waves: wavesOf(20) }, ['too_many waves']],
    [
      'the rest before others',
      { waves: [{ name: 'rest' }, canary, { name: 'others' }] },
      ['bad_wave waves.0.clusters'],
    ],
    [
      'a wave with the name of the rest, which is added',
      { waves: [{ ...canary, name: 'rest' }] },
      ['bad_wave waves.0.name'],
    ],
    ['two waves of one name', { waves: [canary, canary] }, ['bad_wave waves.0.name']],
    [
      'a wave whose name is none',
      { waves: [{ ...canary, name: 'A b' }] },
      ['name_format waves.0.name'],
    ],
    [
      'a wave that soaks for weeks',
      { waves: [{ ...canary, after: { soak: '1w' } }] },
      ['duration_format waves.0.after.soak'],
    ],
    [
      'no approval to ask for',
      askedOf({ count: 0 }),
      ['count_range waves.0.before.approvals.count'],
    ],
    ['half an approval', askedOf({ count: 1.5 }), ['count_range waves.0.before.approvals.count']],
    [
      'more approvals than 20',
      askedOf({ count: 21 }),
      ['count_range waves.0.before.approvals.count'],
    ],
    ['nobody to approve', askedOf({ groups: [] }), ['bad_wave waves.0.before.approvals.groups']],
    [
      'everybody to approve',
      askedOf({ groups: [{ id: 'system:authenticated' }] }),
      ['group_reserved waves.0.before.approvals.groups.0.id'],
    ],
  ])('with %s is refused', (_, sent, issues) => {
    expect(wrongWith(sent)).toEqual(issues)
  })

  it('says each thing that is wrong with several waves at once', () => {
    const waves = [
      { name: 'a', size: '0%', after: { soak: 'x' } },
      { name: 'b', clusters: '((' },
    ]
    expect(wrongWith({ after_soak: 'x', waves })).toEqual([
      'duration_format after_soak',
      'bad_wave waves.0.size',
      'duration_format waves.0.after.soak',
      'selector_syntax waves.1.clusters',
    ])
  })

  it('that was stored before there were rollouts asks for nothing of them', () => {
    const stored = {
      name: 'prod',
      description: '',
      protected: false,
      deployers: [],
      overriders: [],
    }
    expect(readStoredObject('environment', stored)).toEqual(environmentCodec.decode(parsed({})))
  })

  it('has the rest as its last wave, also after one of a target, and adds it where another one is last', () => {
    expect(namesOf([])).toEqual(['rest'])
    expect(namesOf([canary])).toEqual(['canary', 'rest'])
    expect(namesOf([{ name: 'early', target: 'early' }])).toEqual(['early', 'rest'])
    expect(namesOf([canary, { name: 'others' }])).toEqual(['canary', 'others'])
  })
})

function wavesOf(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ name: `w${index}`, size: 1 }))
}

function namesOf(waves: readonly object[]) {
  const read = environmentCodec.decode(parsed({ waves }))
  return read.ok && read.value.waves.map(({ name }) => name)
}
