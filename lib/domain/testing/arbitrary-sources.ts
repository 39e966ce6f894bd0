// Random sources of applications, and the directories of their targets.
import * as fc from 'fast-check'
import type { Packed } from '#lib/domain/objects/application/packaging.ts'
import type { Target } from '#lib/domain/objects/application/target.ts'
import type { Values } from '#lib/domain/values/values.ts'

const target: fc.Arbitrary<Target> = fc.record({
  name: fc.constantFrom('early', 'late'),
  environment: fc.constantFrom('qa', 'prod', 'prod'),
  repoPath: fc.constantFrom('deploy', 'early', 'late'),
})

export const targets: fc.Arbitrary<readonly Target[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.uniqueArray(target, {
      selector: ({ name, environment }) => `${name} ${environment}`,
      minLength: 1,
      maxLength: 4,
    }),
  },
)

/** Values that are edited, in one order and another. */
const values = fc.constantFrom<Values>({}, { mode: 'on' }, { mode: 'off', nodes: [1, { a: 1e-7 }] })
const releaseName = fc.constantFrom(null, 'released')
const configUnder = fc.constantFrom(null, '/nodes', '/told/here')
const ofGit = { repoUrl: fc.constant('https://git.example/app'), repoPath: fc.constant('deploy') }
const ofOci = { repoUrl: fc.constant('oci://oci.example/app'), repoPath: fc.constant('.') }
const DIGEST = `sha256:${'0'.repeat(64)}`

/** A directory or an artifact, in each way that people may choose. */
function rendered<T extends 'git' | 'oci'>(of: T) {
  const type = fc.constant(of)
  return fc.oneof(
    fc.record({ type, render: fc.constantFrom('directory' as const, 'kustomize' as const) }),
    fc.record({ type, render: fc.constant('helm' as const), releaseName, values, configUnder }),
  )
}

/** Where applications come from: most from a directory as it is found, and some from each other type of source. */
export const packed: fc.Arbitrary<Packed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...ofGit,
      repoBranch: fc.constantFrom('1', '2'),
      packaging: fc.constant(null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...ofGit,
      repoBranch: fc.constantFrom('1', '2'),
      packaging: rendered('git'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      repoUrl: fc.constantFrom('https://charts.example', 'oci://oci.example'),
      repoBranch: fc.constantFrom('1.0.0', '^2'),
      repoPath: fc.constant('.'),
      packaging: fc.record({
        type: fc.constant('helm' as const),
        chart: fc.constantFrom('app', 'other'),
        render: fc.constant('helm' as const),
        releaseName,
        values,
        configUnder,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...ofOci,
      repoBranch: fc.constantFrom('1.0.0', DIGEST),
      packaging: rendered('oci'),
    }),
  },
)
