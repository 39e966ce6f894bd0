// What Berth generates for a cluster, on a real API server: it is accepted unchanged, and its roles and policies answer as
// the evaluators of lib/domain/reconcilers/argocd/testing do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { admits } from '#lib/domain/reconcilers/argocd/testing/admission-evaluator.ts'
import {
  configQuestions,
  FOREIGN_NAMESPACE,
  protectedNamespaces,
} from '#lib/domain/reconcilers/argocd/testing/config-questions.ts'
import {
  confinedFleet,
  generatedDocuments,
  installedDocuments,
} from '#lib/domain/reconcilers/argocd/testing/confinement-fleet.ts'
import { objectsIn } from '#lib/domain/reconcilers/argocd/testing/parse-tree.ts'
import { policyQuestions } from '#lib/domain/reconcilers/argocd/testing/policy-questions.ts'
import { account } from '#lib/domain/reconcilers/argocd/testing/rbac-evaluator.ts'
import { accountRights } from '#lib/domain/reconcilers/argocd/testing/rights-questions.ts'
import { isList, isProof, ReportedTo } from '#lib/domain/reconcilers/argocd/testing/reported-to.ts'
import {
  MISSING_PROGRAMS,
  reporterFolder,
} from '#lib/domain/reconcilers/argocd/testing/run-reporter.ts'
import type { ApiServer } from './api-server.ts'
import { ARGOCD, CONTROLLER, done, startArgocdCluster } from './argocd-cluster.ts'
import { hookRequests } from './hook-requests.ts'
import { liveAdmission, liveConfig, liveRight, policiesInForce } from './live-answers.ts'
import { KUBECTL } from './programs.ts'
import { publishedAt, rendered } from './rendered.ts'

const ROOT = account(`${ARGOCD}:berth-root`).user

const REFUSED =
  /cannot \w+ resource "\w+"|attempting to grant RBAC permissions not currently held|ValidatingAdmissionPolicy '\S+'/

const ROLLED_OUT = JSON.stringify({
  status: {
    observedGeneration: 9,
    replicas: 1,
    updatedReplicas: 1,
    readyReplicas: 1,
    availableReplicas: 1,
  },
})

/** With which account the controller tries what, and the outcome. */
const WORKS = [
  ['payments:berth', 'deployment x --image=x --namespace payments', 'made'],
  ['payments:berth', 'configmap x --namespace payments', 'made'],
  ['payments:berth', 'configmap x --namespace orders', 'cannot create resource "configmaps"'],
  ['payments:berth', `configmap x --namespace ${ARGOCD}`, 'cannot create resource "configmaps"'],
  ['payments:berth', 'quota x --namespace payments', 'cannot create resource "resourcequotas"'],
  ['payments:berth', 'namespace x', 'cannot create resource "namespaces"'],
  [
    'payments:berth',
    'rolebinding x --clusterrole=berth-application --user=x --namespace payments',
    'cannot create resource "rolebindings"',
  ],
  [`${ARGOCD}:berth-root`, 'namespace x', 'made'],
  [
    `${ARGOCD}:berth-root`,
    'rolebinding x --clusterrole=berth-application --user=x --namespace payments',
    'made',
  ],
  [
    `${ARGOCD}:berth-root`,
    'rolebinding y --clusterrole=cluster-admin --user=x --namespace payments',
    'attempting to grant RBAC permissions not currently held',
  ],
  [
    `${ARGOCD}:berth-root`,
    'clusterrolebinding x --clusterrole=view --user=x',
    'cannot create resource "clusterrolebindings"',
  ],
  [
    `${ARGOCD}:berth-root`,
    'secret generic x --namespace payments',
    'cannot create resource "secrets"',
  ],
  [
    `${ARGOCD}:berth-root`,
    `configmap x-config --namespace ${ARGOCD}`,
    "ValidatingAdmissionPolicy 'berth-configs'",
  ],
  ['', 'configmap y --namespace payments', 'cannot create resource "configmaps"'],
  [
    'kube-system:clusterrole-aggregation-controller',
    'configmap y --namespace payments',
    'cannot impersonate resource "serviceaccounts"',
  ],
  [
    'payments:default',
    'configmap y --namespace payments',
    'cannot impersonate resource "serviceaccounts"',
  ],
] as const

describe.each(CONFINEMENTS)('a cluster with the confinement %s', (confinement) => {
  const fleet = { ...confinedFleet, confinement }
  const { tree, bootstrap, folder, roleBindings, steps, undoing } = rendered(fleet)
  const [first, ...later] = steps
  let repository: ReturnType<typeof publishedAt>
  let server: ApiServer
  beforeAll(async () => {
    repository = publishedAt(fleet.settings.pullUrl, tree)
    server = await startArgocdCluster()
  })
  afterAll(async () => {
    await server.stop()
    repository.remove()
  })

  const run = (command: string, input = '') =>
    done(server.shell(command, input, repository.environment))

  it('takes the bootstrap by the first step, and has nothing to change in it afterwards', async () => {
    await run(first?.command ?? '')
    await run(first?.check.command ?? '')
    await run('kubectl apply --validate=strict --dry-run=server --filename -', bootstrap)
    expect(await run('kubectl diff --filename -', bootstrap)).toBe('')
    await run(first?.command ?? '')
    expect(await run('kubectl diff --filename -', bootstrap)).toBe('')
    await policiesInForce(server, confinement !== 'project')
  })

  it('lets the root bring its whole folder, and has it as it was brought', async () => {
    await run(`kubectl apply --validate=strict --as ${ROOT} --filename -`, folder)
    // Argo CD writes bindings this way.
    await run(`kubectl auth reconcile --as ${ROOT} --filename -`, roleBindings)
    const again = await run(`kubectl apply --as ${ROOT} --filename -`, folder)
    const lines = again.trim().split('\n')
    expect(lines.filter((line) => !line.endsWith(' unchanged'))).toEqual([])
  })

  it('goes through each further step, which prints what it should', async () => {
    const status = { sync: { status: 'Synced', revision: repository.commit } }
    const synced = JSON.stringify({ status })
    // Done by Argo CD's controller and that of Deployments, which don't run here.
    await run(`kubectl patch application berth -n ${ARGOCD} --type merge --patch '${synced}'`)
    await run(
      `kubectl patch deployment berth-reporter -n ${ARGOCD} --subresource status --type merge --patch '${ROLLED_OUT}'`,
    )
    const printed = new Map<string, readonly string[]>()
    for (const { title, command, texts = [], check } of later) {
      for (const { file, text } of texts) if (file) await run(`cat > '${file}'`, text)
      printed.set(title, [await run(command), (await server.shell(check.command)).out])
    }
    const expected = {
      'Wait until Argo CD has synced it': [/condition met/, RegExp(`^${repository.commit}\n$`)],
      'Look for projects that name no accounts': [/^default\n$/, /^(?!.*\bdefault\b)/s],
      'Let Argo CD work as the accounts': [/patched/, /^true$/m],
      'Take the controller’s own rights away': [/replaced/, /^no\nyes\n$/],
      // There is no Pod, and so no log.
      'Let the cluster report': [/secret\/berth-reporter created/, /successfully rolled out/],
    }
    for (const [title, out] of printed) {
      expect(out, title).toEqual(
        Object.entries(expected)
          .filter(([of]) => of === title)
          .flatMap(([, each]) => each.map((one): unknown => expect.stringMatching(one))),
      )
    }
  })

  it.skipIf(MISSING_PROGRAMS.length > 0)(
    `lets the reporter read what it reports, by its own account${MISSING_PROGRAMS.map((program) => ` (needs ${program})`).join('')}`,
    async () => {
      const config = (await run('echo $KUBECONFIG')).trim()
      const token = (await run(`kubectl create token berth-reporter --namespace ${ARGOCD}`)).trim()
      const kubectl = `${KUBECTL} --kubeconfig '${config}' --namespace ${ARGOCD} --token ${token}`
      const berth = new ReportedTo()
      await berth.start(reporterFolder(`#!/bin/sh\nexec ${kubectl} "$@"\n`))
      const { said } = await berth.run(2)
      await berth.end()
      expect(said).toEqual(['Berth took the report', 'nothing new'])
      const [list] = berth.asked.filter(isList).map(({ body }) => JSON.parse(body))
      const names = list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)
      expect(names).toEqual([
        'berth',
        'berth-config',
        ...fleet.applications.map(({ team, name }) => `${team}--${name}`).sort(),
      ])
      const [proof] = berth.asked.filter(isProof).map(({ body }) => JSON.parse(body))
      expect(proof.reconciler.confinement).toEqual({
        enabled: confinement !== 'project',
        enforced: true,
        controllerRole: confinement === 'account' ? 'narrow' : 'stock',
        projectsWithout: [],
      })
    },
  )

  it('gives each account what the evaluator says', async () => {
    const questions = accountRights(fleet)
    const answers = await Promise.all(questions.map((question) => liveRight(server, question)))
    const wrong = questions.filter(({ expected }, index) => answers[index] !== expected)
    expect(wrong.map(({ text }) => text)).toEqual([])
  })

  it('admits of the projects that the root writes those of Berth, and no others', async () => {
    const questions = policyQuestions(fleet)
    const names = new Set(questions.map(({ request }) => request.object.metadata.name))
    const projects = [...names].map((name) => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name, namespace: ARGOCD },
      spec: {},
    }))
    // Creates all of them, so that each can be changed.
    await server.shell(
      'kubectl create --filename -',
      projects.map((one) => JSON.stringify(one)).join('\n'),
    )
    const answers = await Promise.all(
      questions.map(({ request }) => liveAdmission(server, request)),
    )
    const wrong = questions.filter(({ expected }, index) => answers[index] !== expected)
    expect(wrong.map(({ text }) => text)).toEqual([])
  })

  it('admits of the ConfigMaps that the root writes or deletes those that tell a team’s application something', async () => {
    for (const namespace of [FOREIGN_NAMESPACE, ...protectedNamespaces(fleet)]) {
      await server.shell(`kubectl create namespace ${namespace}`)
    }
    const wrong: string[] = []
    for (const question of configQuestions(fleet)) {
      const isAdmitted = await liveConfig(server, question)
      if (isAdmitted !== question.expected) wrong.push(question.text)
    }
    expect(wrong).toEqual([])
  })

  it('admits of what a deletion makes what the evaluator does', async () => {
    const objects = objectsIn(installedDocuments(generatedDocuments(fleet)), ARGOCD)
    const requests = hookRequests(fleet)
    const answers = await Promise.all(requests.map((request) => liveAdmission(server, request)))
    const wrong = requests.filter((request, index) => answers[index] !== admits(objects, request))
    expect(wrong.map(({ object }) => object)).toEqual([])
    expect(new Set(answers)).toEqual(new Set(confinement === 'project' ? [true] : [true, false]))
  })

  it.runIf(confinement === 'account')(
    'lets a narrowed controller work as the accounts of teams and of the root, and no others',
    async () => {
      const [namespace, name] = CONTROLLER.split(':')
      const token = (await run(`kubectl create token ${name} --namespace ${namespace}`)).trim()
      const outcomes: string[] = []
      for (const [as, what] of WORKS) {
        const flags = `--token ${token} ${as === '' ? '' : `--as ${account(as).user}`}`
        const { code, error } = await server.shell(`kubectl ${flags} create ${what}`)
        outcomes.push(code === 0 ? 'made' : (REFUSED.exec(error)?.[0] ?? error))
      }
      expect(outcomes).toEqual(WORKS.map(([, , outcome]) => outcome))
    },
  )

  it('is left without Berth by the steps that undo it, each of which can be done twice', async () => {
    for (const { command } of undoing) {
      await run(command)
      await run(command)
    }
    expect(await run('kubectl get --ignore-not-found --filename -', bootstrap)).toBe('')
  })
})
