import { describe, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { withToken } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { extraSteps, onboardingStages } from './onboarding-steps.ts'
import { cluster, objectsOf, settings } from './testing/sample-fleet.ts'
import { callsOf, MADE_FOLDER } from './testing/shell-calls.ts'

const stepsOf = (confinement: (typeof CONFINEMENTS)[number], given = settings, branch = 'main') =>
  onboardingStages(cluster('east-01', { confinement }), branch, given).flatMap(({ steps }) => steps)

const SILENT = { ...settings, reporter: null }
const REPORT = 'Let the cluster report'

const titlesOf = (confinement: (typeof CONFINEMENTS)[number]) =>
  stepsOf(confinement).map(({ title }) => title)

const purposesOf = (confinement: (typeof CONFINEMENTS)[number]) =>
  onboardingStages(cluster('east-01', { confinement }), 'main', settings).map(({ title }) => title)

const extraTitles = (given: typeof settings) =>
  extraSteps(cluster('east-01'), given).map(({ title }) => title)

describe('the steps of a new cluster', () => {
  it('go on to confine it as it says, in the order in which nothing fails', () => {
    const begin = ['Apply the bootstrap', 'Wait until Argo CD has synced it']
    const accounts = [
      ...begin,
      'Look for projects that name no accounts',
      'Let Argo CD work as the accounts',
    ]
    expect(CONFINEMENTS.map(titlesOf)).toEqual([
      [...accounts, 'Take the controller’s own rights away', REPORT],
      [...accounts, REPORT],
      [...begin, REPORT],
    ])
  })

  it('stand under what they are for, and nothing of isolation where there is none', () => {
    expect(purposesOf('account')).toEqual(['Follow Git', 'Keep teams apart', 'Report'])
    expect(purposesOf('project')).toEqual(['Follow Git', 'Report'])
  })

  it('leave out what nobody needs, which stands apart where there is a reporter', () => {
    expect(extraTitles(settings)).toEqual([
      'Let Argo CD tell news within seconds',
      'Let Prometheus write Argo CD’s metrics',
    ])
    expect(extraTitles(SILENT)).toEqual([])
  })

  it('bring the Secret of the reporter, by one command that can be repeated, where there is a reporter', () => {
    const last = stepsOf('project').at(-1)
    expect(
      callsOf(last?.command.replaceAll(' |\n', '\n') ?? '').map((call) => call.join(' ')),
    ).toEqual([
      'kubectl create secret generic berth-reporter --namespace argocd --from-literal=token=TOKEN --dry-run=client --output yaml',
      'kubectl apply --filename -',
    ])
    expect(withToken(last!.command, 'berth_x')).toContain('--from-literal=token=berth_x')
    expect(last?.check.command).toContain('kubectl logs deployment/berth-reporter')
    expect(stepsOf('project', SILENT).map(({ title }) => title)).not.toContain(REPORT)
  })

  it('say that nothing confines teams where nothing does, and look for the policies that are there', () => {
    expect(stepsOf('project')[0]?.warning).toContain('a team can become its administrator')
    expect(stepsOf('project')[0]?.check.command).not.toContain('berth-delete-hooks')
    for (const confinement of ['account', 'impersonation'] as const) {
      expect(stepsOf(confinement)[0]?.warning).not.toContain('administrator')
      expect(stepsOf(confinement)[0]?.check.command).toContain(
        'berth-projects berth-configs berth-delete-hooks',
      )
    }
  })

  it('set one key of argocd-cm by a patch, and never apply it', () => {
    const [call] = callsOf(stepsOf('impersonation')[3]?.command ?? '')
    expect(call).toEqual([
      ...'kubectl patch configmap argocd-cm --namespace argocd --type merge --patch'.split(' '),
      '{"data":{"application.sync.impersonation.enabled":"true"}}',
    ])
  })

  it('leave the controller no right to write but to Argo CD’s objects and events, and the accounts of ours to work as', () => {
    const text = /<<'EOF'\n([^]*)EOF$/.exec(stepsOf('account')[4]?.command ?? '')?.[1] ?? ''
    const [role] = objectsOf(text)
    expect(role).toMatchObject({
      kind: 'ClusterRole',
      metadata: { name: 'argocd-application-controller' },
    })
    const rules: unknown = Reflect.get(role ?? {}, 'rules')
    const writing = Object(rules).filter(
      ({ verbs }: { verbs: string[] }) => !verbs.every((verb) => /^(get|list|watch)$/.test(verb)),
    )
    expect(writing).toEqual([
      {
        apiGroups: ['argoproj.io'],
        resources: [
          'applications',
          'applications/status',
          'applications/finalizers',
          'appprojects',
          'appprojects/status',
          'appprojects/finalizers',
        ],
        verbs: ['update', 'patch'],
      },
      { apiGroups: [''], resources: ['events'], verbs: ['create', 'patch'] },
      {
        apiGroups: [''],
        resources: ['serviceaccounts'],
        resourceNames: ['berth', 'berth-root'],
        verbs: ['impersonate'],
      },
    ])
  })
})

describe('the commands', () => {
  it.each(CONFINEMENTS)(
    'are calls of git and kubectl alone, whatever they name: %s',
    (confinement) => {
      const hostile = `a'; touch x; echo "$(id)\`id\``
      const given = { ...settings, pullUrl: `https://h/${hostile}`, argocdNamespace: `n${hostile}` }
      const extras = extraSteps(cluster('east-01'), given)
      for (const { command, check } of [...stepsOf(confinement, given, `b${hostile}`), ...extras]) {
        for (const text of [command, check.command]) {
          const calls = callsOf(text)
          for (const [program, ...words] of calls) {
            expect(['git', 'kubectl']).toContain(program)
            for (const word of words.filter((one) => one.includes('touch x'))) {
              expect([given.pullUrl, given.argocdNamespace, `b${hostile}`]).toContain(
                word.replace(/^system:serviceaccount:|:argocd-application-controller$/g, ''),
              )
            }
          }
        }
      }
    },
  )

  it('are about the namespace of the cluster’s own Argo CD', () => {
    const own = cluster('east-01', { argocdNamespace: 'openshift-gitops' })
    const steps = [
      ...onboardingStages(own, 'main', settings).flatMap(({ steps }) => steps),
      ...extraSteps(own, settings),
    ]
    const text = steps.flatMap(({ command, check }) => [command, check.command]).join('\n')
    expect(text).toContain("'openshift-gitops'")
    expect(text).not.toMatch(/'argocd'/)
  })

  it('clone the branch of the cluster from where it pulls to a new folder each time, and apply its bootstrap', () => {
    expect(callsOf(stepsOf('account', settings, 'fleet/prod')[0]?.command ?? '')).toEqual([
      `git clone --depth 1 --branch fleet/prod ${settings.pullUrl} ${MADE_FOLDER}`.split(' '),
      ['kubectl', 'apply', '--filename', `${MADE_FOLDER}/bootstrap/east-01.yaml`],
    ])
  })
})

describe('the warnings', () => {
  it.each(['account', 'impersonation'] as const)(
    'say that charts with hooks of deletions can no longer be uninstalled as before: %s',
    (confinement) => expect(stepsOf(confinement)[0]?.warning).toContain('`helm uninstall`'),
  )

  it('say nothing of charts where no policy holds their hooks', () => {
    expect(stepsOf('project')[0]?.warning).not.toContain('helm')
  })
})
