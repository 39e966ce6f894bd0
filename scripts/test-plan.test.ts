import { describe, expect, it } from 'vitest'
import { EVERYTHING, planOfChanged, planOfNamed } from './test-plan.ts'

const NONE = { code: [], related: [], system: [], browser: [] }

describe('the tests that are named', () => {
  it.each([
    [['lib/domain/fleet'], { code: ['lib/domain/fleet'] }],
    [['./lib/worker/main.test.ts'], { code: ['lib/worker/main.test.ts'] }],
    [['walls.test.ts'], { code: ['walls.test.ts'] }],
    [['scripts/demo.test.ts'], { system: ['scripts/demo.test.ts'] }],
    [['e2e/forms.spec.ts', 'e2e'], { browser: ['e2e/forms.spec.ts', 'e2e'] }],
    [['db', 'e2e/forms.spec.ts'], { code: ['db'], browser: ['e2e/forms.spec.ts'] }],
  ])('are run, and no others: %j', (named, wanted) => {
    expect(planOfNamed(named)).toEqual({ ...NONE, checks: false, ...wanted })
  })
})

describe('the tests that an edit can touch', () => {
  const test = 'walls.test.ts'
  const spec = 'e2e/forms.spec.ts'
  const golden = 'lib/domain/access/permissions.golden.md'

  it.each([
    [[], {}],
    [[test], { related: [test] }],
    [['lib/gone.test.ts'], {}],
    [
      ['scripts/demo.test.ts'],
      { related: ['scripts/demo.test.ts'], system: ['scripts/demo.test.ts'] },
    ],
    [[spec], { related: [spec], browser: [spec] }],
    [['e2e/gone.spec.ts'], {}],
    [['e2e/support/forms.ts'], { related: ['e2e/support/forms.ts'], browser: 'all' }],
    [['scripts/demo.ts'], { related: ['scripts/demo.ts'], system: 'all' }],
    [['docs/security.md'], { system: 'all' }],
    [['CHANGELOG.md'], {}],
    [['app/globals.css'], { system: 'all', browser: 'all' }],
    [[golden], { code: ['lib/domain/access'] }],
    [['db/migrations/0001_made_up.sql'], { code: 'all', system: 'all', browser: 'all' }],
    [['lib/gone.ts'], { system: 'all', browser: 'all' }],
    [['db/client.ts'], { related: ['db/client.ts'], system: 'all', browser: 'all' }],
  ])('of %j', (changed, wanted) => {
    expect(planOfChanged(changed)).toEqual({ ...NONE, checks: true, ...wanted })
  })

  it.each(['package.json', 'package-lock.json', 'vitest.config.ts', 'scripts/test.ts'])(
    'are all when %s is edited',
    (file) => {
      expect(planOfChanged(['docs/security.md', file])).toEqual(EVERYTHING)
    },
  )
})
