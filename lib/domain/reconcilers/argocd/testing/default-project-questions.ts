// What Argo CD's own project `default` permits once the emptied one was applied to it: nothing at all.
import {
  destinationIsPermitted,
  kindIsPermitted,
  projectNamed,
  roleMayAct,
  sourceIsPermitted,
} from './argocd-evaluator.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import {
  CLUSTER_KINDS,
  everyRepository,
  FORBIDDEN_KINDS,
  foreignNamespaces,
  HERE,
  OTHER_SERVERS,
  resourceOf,
  WORKLOAD_KINDS,
} from './delivery-questions.ts'
import type { AppProject, GeneratedObjects } from './parse-tree.ts'
import { ACTIONS } from './role-questions.ts'

/**
 * As Argo CD makes it, and somebody may have opened it further; an apply leaves each list that Git doesn't name.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/server/server.go `initializeDefaultProject`
 */
const OPEN: AppProject['spec'] = {
  sourceRepos: ['*'],
  destinations: [{ server: '*', namespace: '*' }],
  sourceNamespaces: ['*'],
  clusterResourceWhitelist: [{ group: '*', kind: '*' }],
}

function appliedProject(objects: GeneratedObjects): AppProject | null {
  const project = projectNamed(objects, 'default')
  return project && { ...project, spec: { ...OPEN, ...project.spec } }
}

/** Every question about the project `default`: where it is kept, that Git doesn't have it. */
export function defaultProjectQuestions(fleet: ConfinedFleet): readonly Question[] {
  if (fleet.defaultProject === 'keep') return [inGit(false)]
  return [
    inGit(true),
    ...everyRepository(fleet).map((url) =>
      refused(`from ${JSON.stringify(url)}`, (project) => sourceIsPermitted(project, url)),
    ),
    ...destinationQuestions(fleet),
    ...kindQuestions(),
    refused('Applications of other namespaces', ({ spec }) => spec.sourceNamespaces?.length !== 0),
    ...roleQuestions(fleet),
  ]
}

const topic = 'the project default'

function inGit(expected: boolean): Question {
  return {
    topic,
    text: 'whether Git has it',
    expected,
    ask: (objects) => projectNamed(objects, 'default') !== null,
  }
}

function refused(text: string, permits: (project: AppProject) => boolean): Question {
  const ask = (objects: GeneratedObjects) => {
    const project = appliedProject(objects)
    return project === null || permits(project)
  }
  return { topic, text, expected: false, ask }
}

function destinationQuestions(fleet: ConfinedFleet): Question[] {
  const namespaces = [...fleet.teams.map(({ name }) => name), ...foreignNamespaces(fleet)]
  return namespaces.flatMap((namespace) =>
    [HERE, ...OTHER_SERVERS].map((server) =>
      refused(`to ${namespace} of ${JSON.stringify(server)}`, (project) =>
        destinationIsPermitted(project, { server, namespace }),
      ),
    ),
  )
}

function kindQuestions(): Question[] {
  return [
    ...[...WORKLOAD_KINDS, ...FORBIDDEN_KINDS].map((kind) => kindQuestion(kind, 'default')),
    ...CLUSTER_KINDS.map((kind) => kindQuestion(kind, null)),
  ]
}

function kindQuestion(kind: string, namespace: string | null): Question {
  return refused(`a ${kind}`, (project) => kindIsPermitted(project, resourceOf(kind, namespace)))
}

function roleQuestions({ teams }: ConfinedFleet): Question[] {
  const groups = ['stranger', ...teams.flatMap((team) => team.groups.map(({ id }) => id))]
  return ACTIONS.map(([resource, action]) => ({
    topic,
    text: `any group to ${action} ${resource}`,
    expected: false,
    ask: (objects) => roleMayAct(objects, { groups, resource, action, object: 'default/any' }),
  }))
}
