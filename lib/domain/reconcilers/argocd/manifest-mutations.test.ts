// Proves that the questions notice changes: each generated manifest with one thing changed gives a wrong answer, or the
// change is one of the few that give nobody anything.
import { describe, expect, it } from 'vitest'
import { accessQuestions, podQuestions } from './testing/access-questions.ts'
import { accountQuestions } from './testing/account-questions.ts'
import { confinedFleet, generatedDocuments, noticing } from './testing/confinement-fleet.ts'
import { defaultProjectQuestions } from './testing/default-project-questions.ts'
import { deliveryQuestions } from './testing/delivery-questions.ts'
import type { Mutation } from './testing/manifest-mutations.ts'
import { fieldMutations, meantMutations } from './testing/manifest-mutations.ts'
import type { GeneratedObjects } from './testing/parse-tree.ts'
import { objectsIn } from './testing/parse-tree.ts'
import { revocationQuestions, rootQuestions } from './testing/root-questions.ts'
import { toldQuestions } from './testing/told-questions.ts'

type Outcome = 'refused' | 'answered wrong' | 'unnoticed'

const { argocdNamespace } = confinedFleet.settings
const generated = generatedDocuments(confinedFleet)
const notesFolder = noticing([
  ...rootQuestions(confinedFleet),
  ...revocationQuestions(confinedFleet),
  ...podQuestions(confinedFleet),
  ...deliveryQuestions(confinedFleet),
  ...defaultProjectQuestions(confinedFleet),
  ...accessQuestions(confinedFleet),
  ...accountQuestions(confinedFleet),
  ...toldQuestions(confinedFleet),
])
const notesBootstrap = noticing([
  ...rootQuestions(confinedFleet),
  ...accountQuestions(confinedFleet).slice(0, 1),
])

function readOrNull({ documents }: Mutation, namespace: string): GeneratedObjects | null {
  try {
    return objectsIn(documents, namespace)
  } catch {
    return null
  }
}

function outcomeOf(
  mutation: Mutation,
  notes: ReturnType<typeof noticing>,
  namespace = argocdNamespace,
): Outcome {
  const objects = readOrNull(mutation, namespace)
  if (objects === null) return 'refused'
  return notes(objects) ? 'answered wrong' : 'unnoticed'
}

const outcomes = [
  ...[...fieldMutations(generated.folder), ...meantMutations(generated.folder)].map((mutation) => ({
    ...mutation,
    outcome: outcomeOf(mutation, notesFolder),
  })),
  // The questions only cover Argo CD's own kinds.
  ...fieldMutations(generated.bootstrap)
    .filter(({ text }) => /^(AppProject|Application) /.test(text))
    .map((mutation) => ({
      ...mutation,
      outcome: outcomeOf(mutation, notesBootstrap),
    })),
]

/** Changes that may go unnoticed, and why they give nobody a right. */
const GIVES_NOTHING: readonly (readonly [why: string, texts: RegExp])[] = [
  [
    'finalizers say what goes with an object when it is deleted',
    /^(Application|AppProject) .*\.metadata\.finalizers/,
  ],
  [
    'labels of Argo CD’s own kinds are for people, unless an administrator makes global projects that select by them',
    /^(Application|AppProject) .*\.metadata\.labels/,
  ],
  [
    'a policy, binding or quota does the same under every name',
    /^(NetworkPolicy|RoleBinding(?! \S+\/berth-delivery)|ResourceQuota|LimitRange) .*\.metadata\.name /,
  ],
  [
    'the same, of a binding that is moved to where it is',
    /^RoleBinding (\S+)\/(?!berth-delivery)\S+ \.metadata is in \1$/,
  ],
  ['how often a sync is tried again', /^Application .*\.spec\.syncPolicy\.retry/],
  [
    'how many old syncs are remembered',
    /^Application berth(-config)? \.spec\.revisionHistoryLimit/,
  ],
  [
    'ApplyOutOfSyncOnly saves work',
    /^Application (berth .*\.syncOptions\[0\] dropped|berth-config .*\.syncOptions(\[0\])? (dropped|emptied))/,
  ],
  ['an absent protocol is TCP', /^NetworkPolicy .*\.ports\[0\]\.protocol dropped/],
  [
    'absent types of a policy follow from its rules',
    /^NetworkPolicy .*\.spec\.policyTypes (dropped|emptied)/,
  ],
  [
    'the same, of a policy with one type',
    /^NetworkPolicy (pay\/|payments\/|berth-argocd-)\S+ \.spec\.policyTypes\[0\] dropped/,
  ],
  [
    'an open policy lets all through, as if it were not there, or said so twice',
    /^NetworkPolicy search\/berth \.spec\.(policyTypes\[.\] dropped|.*(widened|for all))/,
  ],
  [
    'rules for what leaves mean nothing in a policy that is for what enters',
    /^NetworkPolicy (pay\/|payments\/|berth-argocd-)\S+ \.spec\.egress with a rule for all/,
  ],
  [
    'how much a container is given that says nothing, within the quota',
    /^LimitRange .*(\.(cpu|memory) (replaced|widened|emptied|denied)|\.default(Request)? with a field more)/,
  ],
  ['labels have no wildcards', /^NetworkPolicy .*\.matchExpressions\[0\]\.values widened/],
  [
    'a wider denial permits nothing',
    /(\.spec\.clusterResourceBlacklist.*\.(group|kind)|\.spec\.namespaceResourceBlacklist\[(?:[0-4]|7|8|11)\]\.group) widened/,
  ],
  [
    'the root may go to all namespaces but those denied, and each entry that denies permits the rest already',
    /^AppProject berth \.spec\.destinations\[0\]( dropped|\.namespace (dropped|replaced|emptied)|\.server (dropped|emptied))/,
  ],
  [
    'the same, and none permits again what one denies',
    /^AppProject berth \.spec\.destinations with .*(default\.svc|in-cluster)"/,
  ],
  [
    'the root’s own repository and kind, once more',
    /^AppProject berth .* with (\S+gitops|Namespace)$/,
  ],
  [
    'a role of a name alone gives nobody anything, and a policy of one word nothing',
    /^AppProject .*\.roles(\[\d\]\.policies)? widened/,
  ],
  [
    'Argo CD asks a project’s policies about objects of that project alone',
    /^AppProject .*\.policies\[\d\]\[4\] widened/,
  ],
  [
    'the project default denies all kinds, which more lists only repeat',
    /^AppProject default \.spec\.namespaceResource(Whitelist (is empty|with everything)|Blacklist widened)/,
  ],
  ['an address turns braces into percent signs, which no address has', /\.sourceRepos with .*\{/],
  [
    'a team that names no repository may use all',
    /^AppProject orders \.spec\.sourceRepos (widened|with)/,
  ],
  [
    'an empty list of the cluster’s own kinds permits as few as none',
    /^AppProject .*\.clusterResourceWhitelist is empty(?<!berth .*)/,
  ],
  [
    'an absent list of other kinds permits as many as one of all',
    /^AppProject .*\.namespaceResourceWhitelist with everything(?<!berth .*)/,
  ],
]

function givesNothing(text: string): boolean {
  return GIVES_NOTHING.some(([, texts]) => texts.test(text))
}

describe('a namespace of OpenShift with one thing changed', () => {
  const namespace = 'openshift-gitops'
  const settings = { ...confinedFleet.settings, argocdNamespace: namespace }
  const fleet = { ...confinedFleet, settings }
  const mutations = fieldMutations(generatedDocuments(fleet).folder).filter(({ text }) =>
    text.startsWith('Namespace '),
  )

  it('is noticed, the label included by which Argo CD may manage it', () => {
    const notes = noticing([
      ...deliveryQuestions(fleet),
      ...podQuestions(fleet),
      ...revocationQuestions(fleet),
    ])
    const unnoticed = mutations.filter(
      (mutation) => outcomeOf(mutation, notes, namespace) === 'unnoticed',
    )
    expect(unnoticed.map(({ text }) => text)).toEqual([])
    expect(mutations.map(({ text }) => text).join('\n')).toContain('managed-by dropped')
  })
})

describe('a manifest with one thing changed', () => {
  it('is noticed, or gives nobody anything', () => {
    const unnoticed = outcomes.filter(({ outcome }) => outcome === 'unnoticed')
    const texts = unnoticed.map(({ text }) => text).filter((text) => !givesNothing(text))
    expect(texts).toEqual([])
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

  it('is answered for by its meaning, and not just refused, where it is what somebody would write', () => {
    const refused = outcomes.filter(({ isMeant, outcome }) => isMeant && outcome === 'refused')
    expect(refused.map(({ text }) => text)).toEqual([])
  })

  it.each([
    'AppProject',
    'Application',
    'RoleBinding',
    'NetworkPolicy',
    'Namespace',
    'ResourceQuota',
    'LimitRange',
    'ServiceAccount',
    'ConfigMap',
  ])('is noticed in every kind by an answer: %s', (kind) => {
    const ofKind = outcomes.filter(({ text }) => text.startsWith(`${kind} `))
    expect(ofKind.map(({ outcome }) => outcome)).toContain('answered wrong')
  })
})
