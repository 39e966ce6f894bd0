// Proves that the questions notice changes of the rights and policies that are applied by hand: each with one thing changed
// gives a wrong answer, or the change is one of the few that give nobody anything.
import { describe, expect, it } from 'vitest'
import { configQuestions } from './testing/config-questions.ts'
import {
  confinedFleet,
  generatedDocuments,
  installedDocuments,
  noticing,
} from './testing/confinement-fleet.ts'
import { expressionMutations } from './testing/expression-mutations.ts'
import type { Mutation } from './testing/manifest-mutations.ts'
import { fieldMutations } from './testing/manifest-mutations.ts'
import { objectsIn } from './testing/parse-tree.ts'
import { policyQuestions } from './testing/policy-questions.ts'
import { rightsQuestions } from './testing/rights-questions.ts'
import { sourceQuestions } from './testing/source-questions.ts'

const { argocdNamespace } = confinedFleet.settings
const generated = generatedDocuments(confinedFleet)
/** What is applied by hand is the same for all teams, so two of them are enough. */
const asked = { ...confinedFleet, applications: confinedFleet.applications.slice(0, 2) }

/** Policies matter only where nothing else refuses: for a controller with its own rights. */
const notesPolicies = noticing([
  ...policyQuestions(asked),
  ...configQuestions(asked),
  ...sourceQuestions(asked).filter(({ topic }) => topic.endsWith('off, the role stock')),
])
const notesRights = noticing(rightsQuestions(asked))

function outcomeOf(
  { text }: Mutation,
  changed: typeof generated,
): 'refused' | 'answered wrong' | 'unnoticed' {
  const notes = text.startsWith('ValidatingAdmissionPolicy') ? notesPolicies : notesRights
  const objects = readOrNull(changed)
  if (objects === null) return 'refused'
  return notes(objects) ? 'answered wrong' : 'unnoticed'
}

function readOrNull(changed: typeof generated) {
  try {
    return objectsIn(installedDocuments(changed), argocdNamespace)
  } catch {
    return null
  }
}

// Project and root are also in the cluster's folder, and are asked about there.
const ofBootstrap = [
  ...fieldMutations(generated.bootstrap),
  ...expressionMutations(generated.bootstrap),
].filter(({ text }) => !/^(AppProject|Application) /.test(text))

const outcomes = [
  ...ofBootstrap.map((mutation) => ({
    ...mutation,
    outcome: outcomeOf(mutation, { ...generated, bootstrap: mutation.documents }),
  })),
  ...fieldMutations(generated.narrowed).map((mutation) => ({
    ...mutation,
    outcome: outcomeOf(mutation, { ...generated, narrowed: mutation.documents }),
  })),
]

/** Changes that may go unnoticed, and why they give nobody a right. */
const GIVES_NOTHING: readonly (readonly [why: string, texts: RegExp])[] = [
  [
    'a binding does the same under every name, and so does a condition',
    /^(ClusterRoleBinding|RoleBinding|NetworkPolicy|ValidatingAdmissionPolicyBinding) .*\.metadata\.name |\.matchConditions\[0\]\.name /,
  ],
  [
    'a port is one of TCP, and a policy is about the directions that it has rules for, where it doesn’t say',
    /^NetworkPolicy .*(\.ports\[[0-3]\]\.protocol|\.policyTypes) (dropped|emptied)/,
  ],
  [
    'how much of a machine it may use, and how long it may take to end',
    /^Deployment .*\.(resources|sizeLimit|terminationGracePeriodSeconds)/,
  ],
  ['labels of a role are for people', /^ClusterRole .*\.metadata\.labels/],
  [
    'addresses that are no resources tell of versions and health',
    /^ClusterRole argocd-application-controller \.rules\[1\]/,
  ],
  [
    'all, and once more all',
    /^ClusterRole argocd-application-controller \.rules\[0\]\.(apiGroups|resources) widened/,
  ],
  ['what people are told', /\.validations\[\d\]\.message /],
  ['a policy that doesn’t say refuses what it can’t tell', /\.failurePolicy dropped/],
  ['a policy that is asked about more permits no more', /\.resourceRules\[0\]\..* widened/],
  ['of a list with one item, all are some', /variables\.accounts\[\.all\( is \.exists/],
  [
    'a namespace without a team is refused by the tracking too, as no name begins with a hyphen',
    /berth-delete-hooks (\.spec\.validations\[0\] dropped|.*(variables\.team != |labels\['berth\.dev\/team'\] : )\['' is '-x'\])/,
  ],
  [
    'the same by the label of what is written, which begins with no hyphen either',
    /berth-configs .*labels\['berth\.dev\/team'\] : \['' is '-x'\]/,
  ],
  [
    'what can’t be told is refused',
    /berth-(delete-hooks|configs) .*namespaceObject.*\[&& is \|\|\]/,
  ],
  ['Argo CD tracks all that it makes', /tracking-id'\] : \['' is '-x'\]/],
]

describe('what is applied by hand, with one thing changed', () => {
  it('is noticed, or gives nobody anything', () => {
    const unnoticed = outcomes.filter(({ outcome }) => outcome === 'unnoticed')
    const texts = unnoticed.map(({ text }) => text)
    expect(texts.filter((text) => !GIVES_NOTHING.some(([, meant]) => meant.test(text)))).toEqual([])
  })

  it.each(GIVES_NOTHING)(
    'gives nobody anything, as far as this goes and no further: %s',
    (_, texts) => {
      const meant = outcomes.filter(({ text }) => texts.test(text))
      expect(meant.map(({ outcome }) => outcome)).toContain('unnoticed')
      const noticed = meant.filter(({ outcome }) => outcome === 'answered wrong')
      expect(noticed.map(({ text }) => text)).toEqual([])
    },
  )

  it.each([
    'ClusterRole berth-application',
    'ClusterRole berth-root',
    'ClusterRole argocd-application-controller',
    'ClusterRoleBinding berth-root',
    'ServiceAccount berth-root',
    'ServiceAccount berth-reporter',
    'ClusterRole berth-reporter',
    'ClusterRoleBinding berth-reporter',
    'Role berth-reporter',
    'RoleBinding berth-reporter',
    'NetworkPolicy berth-reporter',
    'Deployment berth-reporter',
    'ValidatingAdmissionPolicy berth-projects',
    'ValidatingAdmissionPolicy berth-configs',
    'ValidatingAdmissionPolicy berth-delete-hooks',
    'ValidatingAdmissionPolicyBinding berth-projects',
    'ValidatingAdmissionPolicyBinding berth-configs',
    'ValidatingAdmissionPolicyBinding berth-delete-hooks',
  ])('is noticed in every object by an answer: %s', (object) => {
    const ofObject = outcomes.filter(({ text }) => text.startsWith(`${object} `))
    expect(ofObject.map(({ outcome }) => outcome)).toContain('answered wrong')
  })
})
