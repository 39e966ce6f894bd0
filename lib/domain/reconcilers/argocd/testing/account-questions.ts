// With which account Argo CD applies what a project's Applications contain, and what that account is bound to.
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import type { GeneratedObjects } from './parse-tree.ts'

const HERE = 'https://kubernetes.default.svc'

/** Every question about the accounts of the root and of each team, and about any others. */
export function accountQuestions(fleet: ConfinedFleet): readonly Question[] {
  const { argocdNamespace } = fleet.settings
  const present = presentTeams(fleet)
  return [
    appliedAsQuestion('berth', argocdNamespace, `${argocdNamespace}:berth-root`),
    ...present.flatMap(({ name }) => [
      appliedAsQuestion(name, name, `${name}:berth`),
      accountQuestion(name),
      bindingQuestion(name),
    ]),
    {
      topic: 'accounts',
      text: 'every account that is written',
      expected: present.map(({ name }) => `${name}/berth`).sort(),
      ask: ({ serviceAccounts }) =>
        serviceAccounts.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort(),
    },
  ]
}

function appliedAsQuestion(project: string, namespace: string, account: string): Question {
  return {
    topic: 'accounts',
    text: `as whom the Applications of ${project} are applied`,
    expected: [{ server: HERE, namespace, defaultServiceAccount: account }],
    ask: ({ projects }) =>
      projects.find(({ metadata }) => metadata.name === project)?.spec.destinationServiceAccounts,
  }
}

function accountQuestion(team: string): Question {
  return {
    topic: 'accounts',
    text: `whether Pods get the token of the account of ${team} by themselves`,
    expected: false,
    ask: ({ serviceAccounts }) =>
      serviceAccounts.find(({ metadata }) => metadata.namespace === team)
        ?.automountServiceAccountToken,
  }
}

function bindingQuestion(team: string): Question {
  return {
    topic: 'accounts',
    text: `what every account of the namespace ${team} is bound to`,
    expected: [
      {
        roleRef: {
          apiGroup: 'rbac.authorization.k8s.io',
          kind: 'ClusterRole',
          name: 'berth-application',
        },
        subjects: [{ kind: 'ServiceAccount', name: 'berth', namespace: team }],
      },
    ],
    ask: (objects) =>
      bindingsOfAccounts(objects, team).map(({ roleRef, subjects }) => ({ roleRef, subjects })),
  }
}

function bindingsOfAccounts({ roleBindings }: GeneratedObjects, namespace: string) {
  return roleBindings.filter(
    ({ metadata, subjects }) =>
      metadata.namespace === namespace && subjects?.some(({ kind }) => kind === 'ServiceAccount'),
  )
}
