import { describe, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { baseFiles, bootstrapText } from './cluster-manifests.ts'
import { offboardingSteps } from './offboarding-steps.ts'
import { onboardingStages } from './onboarding-steps.ts'
import { repositoryCredentialCommand } from './onboarding.ts'
import { cluster, objectsOf, settings } from './testing/sample-fleet.ts'
import { callsOf } from './testing/shell-calls.ts'

const stepsOf = (confinement: (typeof CONFINEMENTS)[number] = 'account', given = settings) =>
  offboardingSteps(cluster('east-01', { confinement }), given)

const deletions = stepsOf()
  .flatMap(({ command }) => callsOf(command))
  .filter(([, verb]) => verb === 'delete')

const onboarding = onboardingStages(cluster('east-01'), 'main', settings).flatMap(
  ({ steps }) => steps,
)

/** Whether some call deletes an object of this kind and name. */
function isDeleted(kind: string, name: string): boolean {
  const called = kind.toLowerCase()
  return deletions.some(([, , what = '', ...words]) => {
    const slashed = [what, ...words].some((word) =>
      new RegExp(`^${called}\\.[^/]*/${name}$`).test(word),
    )
    return slashed || (what.split(',').includes(called) && words.includes(name))
  })
}

/** The patch of a ConfigMap among the commands of steps: the words before it, and what it sets. */
function patchOf(steps: readonly { command: string }[]) {
  const calls = steps.flatMap(({ command }) => callsOf(command))
  const patch = calls.find(([, verb]) => verb === 'patch')
  return { words: patch?.slice(0, -1), data: JSON.parse(patch?.at(-1) ?? '{}').data }
}

/** The role that the commands of steps replace another with. */
const roleIn = (steps: readonly { command: string }[]) =>
  steps.flatMap(({ command }) => objectsOf(/<<'EOF'\n([^]*)EOF$/.exec(command)?.[1] ?? ''))[0]

const lastWarning = (defaultProject: 'keep' | 'empty') =>
  offboardingSteps(cluster('east-01', { defaultProject }), settings).at(-1)?.warning

describe('taking Berth off a cluster', () => {
  it.each(CONFINEMENTS)('deletes every object of the bootstrap: %s', (confinement) => {
    const bootstrap = objectsOf(
      bootstrapText(cluster('east-01', { confinement }), 'main', settings),
    )
    expect(bootstrap.length).toBeGreaterThan(7)
    expect(bootstrap.filter(({ kind, metadata: { name } }) => !isDeleted(kind, name))).toEqual([])
  })

  it('deletes the Applications that the root brings for itself, after the root, which would bring them again', () => {
    const base = baseFiles(cluster('east-01'), 'main', settings)
    const own = [...base.values()].flatMap(objectsOf).filter(({ kind }) => kind === 'Application')
    expect(own.map(({ metadata: { name } }) => isDeleted('Application', name))).toEqual([
      true,
      true,
    ])
    const inOrder = deletions.flatMap((words) =>
      words.filter((word) => word.startsWith('application.argoproj.io/')),
    )
    expect(inOrder).toEqual([
      'application.argoproj.io/berth',
      'application.argoproj.io/berth-config',
    ])
  })

  it('deletes what no sync deletes beside Argo CD, and the credential', () => {
    const base = baseFiles(cluster('east-01'), 'main', settings)
    const kept = objectsOf(base.get('network.yaml') ?? '')
    expect(kept.map(({ metadata: { name } }) => isDeleted('NetworkPolicy', name))).toEqual([
      true,
      true,
    ])
    const [secret] = /berth-gitops/.exec(repositoryCredentialCommand(settings)) ?? ['']
    expect(isDeleted('Secret', secret)).toBe(true)
  })

  it('stops following Git before it takes away what guards that, and gives rights back only then', () => {
    const commands = stepsOf().flatMap(({ command }) => command.split('&&\n'))
    const at = (text: string) => commands.findIndex((command) => command.includes(text))
    const order = [
      'annotate application berth',
      'delete application.argoproj.io/berth',
      'berth-delete-hooks',
      'delete clusterrole ',
      'replace',
      'argocd-cm',
    ].map(at)
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('looks for deletions that wait before it loosens anything, and says what would become of them', () => {
    const [first] = stepsOf()
    expect(first?.check.command).toContain('deletionTimestamp')
    expect(first?.warning).toContain('the controller’s own rights')
  })

  it('takes back the one key of argocd-cm that the onboarding set, and no other', () => {
    const done = patchOf(onboarding)
    const undone = patchOf(stepsOf())
    expect(undone.words).toEqual(done.words)
    expect(undone.data).toEqual({ 'application.sync.impersonation.enabled': null })
    expect(Object.keys(done.data)).toEqual(Object.keys(undone.data))
  })

  it('gives the controller the role that the onboarding replaced, with the rights that Argo CD comes with', () => {
    const narrow = roleIn(onboarding)
    const stock = roleIn(stepsOf())
    expect(stock?.metadata).toEqual(narrow?.metadata)
    expect(Reflect.get(stock ?? {}, 'rules')).toEqual([
      { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
      { nonResourceURLs: ['*'], verbs: ['*'] },
    ])
  })

  it('says that an emptied project default stays so, where it was emptied', () => {
    expect(lastWarning('empty')).toContain('project default stays emptied')
    expect(lastWarning('keep')).toBeNull()
  })

  it('is calls of kubectl alone, in the namespace of the cluster’s own Argo CD, whatever that is called', () => {
    const hostile = `n'; touch x; echo "$(id)\`id\``
    const given = { ...settings, argocdNamespace: hostile }
    for (const { command, check } of stepsOf('account', given)) {
      for (const call of [...callsOf(command), ...callsOf(check.command)]) {
        expect(call[0]).toBe('kubectl')
        const odd = call.filter((word) => word.includes('touch x'))
        for (const word of odd) {
          expect(word.replace(/^system:serviceaccount:|:argocd-application-controller$/g, '')).toBe(
            hostile,
          )
        }
      }
    }
    const own = offboardingSteps(
      cluster('east-01', { argocdNamespace: 'openshift-gitops' }),
      settings,
    )
    const text = own.flatMap(({ command, check }) => [command, check.command]).join('\n')
    expect(text).toContain("'openshift-gitops'")
    expect(text).not.toMatch(/'argocd'/)
  })
})
