import { expect, it } from 'vitest'
import type { Application } from '#lib/domain/objects/objects.ts'
import { NEEDS } from '#lib/domain/testing/releases.ts'
import { explainRelease } from './explanation.ts'

type Given = NonNullable<Parameters<typeof explainRelease>[2]>
const release: Given = {
  isBase: true,
  source: { repoBranch: 'main', packaging: null },
  rollout: 7,
  hold: null,
  since: 12,
  version: { number: 3, name: 'v2.0' },
}
const versions = { follow: 'versions', dependsOn: [] } as const
const waiting = { follow: 'branch', dependsOn: NEEDS } as const
const both = { follow: 'versions', dependsOn: NEEDS } as const

it.each<[Pick<Application, 'follow' | 'dependsOn'>, string, Partial<Given> | null, string]>([
  [versions, 'qa', null, 'Placed, and waits for a release in qa.'],
  [versions, '', null, 'Placed, and waits for a release: its cluster names no environment.'],
  [
    versions,
    'qa',
    {},
    'Version v2.0 is what clusters in qa have; it is here since change 12, by rollout 7.',
  ],
  [
    versions,
    'qa',
    { isBase: false, version: { number: 3, name: null } },
    'Version 3 is ahead in qa; it is here since change 12, by rollout 7.',
  ],
  [
    versions,
    '',
    { version: null, rollout: null },
    'The branch main, as before it followed versions, is what clusters without an environment have; it is here since change 12.',
  ],
  [
    both,
    'qa',
    { isBase: false },
    'Version v2.0 is what some clusters in qa have; it is here since change 12, by rollout 7.',
  ],
  [
    waiting,
    'qa',
    { version: null, rollout: null },
    'The branch main is what clusters in qa have; it is here since change 12.',
  ],
])('says of %j in “%s”, of %j: %s', (application, environment, given, text) => {
  const said = explainRelease(application, environment, given && { ...release, ...given })
  expect(said.text).toBe(text)
})
