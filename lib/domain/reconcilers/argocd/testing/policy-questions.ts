// Which projects the root's account may write, however somebody got it to write them: those of Berth and no others.
import { admits, type AdmissionRequest } from './admission-evaluator.ts'
import type { ConfinedFleet, Question } from './confinement-fleet.ts'
import { presentTeams } from './confinement-fleet.ts'
import type { AppProject } from './parse-tree.ts'
import { account } from './rbac-evaluator.ts'

const HERE = 'https://kubernetes.default.svc'

type Spec = AppProject['spec']

/** A question that an API server also answers: whether its policies admit it. */
type PolicyQuestion = Question & { readonly request: AdmissionRequest }

const accountEntry = (team: string) => ({
  server: HERE,
  namespace: team,
  defaultServiceAccount: `${team}:berth`,
})

/** As Berth writes it. */
const ownSpec = (team: string): Spec => ({
  destinations: [{ server: HERE, namespace: team }],
  destinationServiceAccounts: [accountEntry(team)],
})

/** What somebody who can write to the repository would write into a team's project. */
function widenings(team: string, argocdNamespace: string): Readonly<Record<string, Spec>> {
  const destination = { server: HERE, namespace: team }
  const entry = accountEntry(team)
  const own = ownSpec(team)
  const asked = (more: Partial<typeof entry>): Spec => ({
    ...own,
    destinationServiceAccounts: [{ ...entry, ...more }],
  })
  const strong = 'kube-system:clusterrole-aggregation-controller'
  const { destinationServiceAccounts: _, ...without } = own
  return {
    'no account': without,
    'an empty list of accounts': { ...own, destinationServiceAccounts: [] },
    'an account of the cluster': asked({ defaultServiceAccount: strong }),
    'the root’s account': asked({ defaultServiceAccount: `${argocdNamespace}:berth-root` }),
    'the account of another team': asked({ defaultServiceAccount: 'search-2:berth' }),
    'an account by its name alone': asked({ defaultServiceAccount: 'berth' }),
    'an account for another namespace': asked({ namespace: 'search-2' }),
    'an account for every namespace': asked({ namespace: '*' }),
    'an account for every server': asked({ server: '*' }),
    'a second account': {
      ...own,
      destinationServiceAccounts: [entry, { ...entry, namespace: 'search-2' }],
    },
    'a second account of the cluster': {
      ...own,
      destinationServiceAccounts: [{ ...entry, defaultServiceAccount: strong }, entry],
    },
    'every namespace': { ...own, destinations: [{ server: HERE, namespace: '*' }] },
    'the namespace of Argo CD': {
      ...own,
      destinations: [destination, { server: HERE, namespace: argocdNamespace }],
    },
    'every server': { ...own, destinations: [{ server: '*', namespace: team }] },
    'a server by its name': {
      ...own,
      destinations: [{ name: '*', namespace: team }],
    },
    'kinds of the cluster': { ...own, clusterResourceWhitelist: [{ group: '*', kind: '*' }] },
    'a kind of the cluster': {
      ...own,
      clusterResourceWhitelist: [{ group: '', kind: 'Namespace' }],
    },
    'Applications of other namespaces': { ...own, sourceNamespaces: [team] },
  }
}

/** Every question about the projects that the root may write. */
export function policyQuestions(fleet: ConfinedFleet): readonly PolicyQuestion[] {
  const { argocdNamespace } = fleet.settings
  const teams = [...presentTeams(fleet).map(({ name }) => name), 'another']
  const ofRoot: Spec = {
    destinations: [{ server: HERE, namespace: '*' }],
    clusterResourceWhitelist: [{ group: '', kind: 'Namespace' }],
    destinationServiceAccounts: [
      {
        server: HERE,
        namespace: argocdNamespace,
        defaultServiceAccount: `${argocdNamespace}:berth-root`,
      },
    ],
  }
  const [entry] = ofRoot.destinationServiceAccounts ?? []
  const strong = { ...entry, defaultServiceAccount: 'kube-system:default' }
  const emptied: Spec = { destinations: [], clusterResourceWhitelist: [], sourceNamespaces: [] }
  return [
    ...teams.flatMap((team) => written(fleet, team, 'as Berth writes it', ownSpec(team), true)),
    ...teams.flatMap((team) =>
      Object.entries(widenings(team, argocdNamespace)).flatMap(([what, spec]) =>
        written(fleet, team, what, spec, false),
      ),
    ),
    ...written(fleet, 'berth', 'as Berth writes it', ofRoot, true),
    ...written(fleet, 'berth', 'no account', { ...ofRoot, destinationServiceAccounts: [] }, false),
    ...written(
      fleet,
      'berth',
      'an account of the cluster',
      { ...ofRoot, destinationServiceAccounts: [strong] },
      false,
    ),
    ...written(
      fleet,
      'berth',
      'every kind of the cluster',
      { ...ofRoot, clusterResourceWhitelist: [{ group: '*', kind: '*' }] },
      false,
    ),
    ...written(
      fleet,
      'berth',
      'more kinds of the cluster',
      {
        ...ofRoot,
        clusterResourceWhitelist: [
          { group: '', kind: 'Namespace' },
          { group: '*', kind: '*' },
        ],
      },
      false,
    ),
    ...written(
      fleet,
      'berth',
      'ClusterRoles',
      {
        ...ofRoot,
        clusterResourceWhitelist: [{ group: 'rbac.authorization.k8s.io', kind: 'Namespace' }],
      },
      false,
    ),
    ...written(fleet, 'default', 'as Berth writes it', emptied, true),
    ...written(
      fleet,
      'default',
      'everything',
      { ...ofRoot, destinationServiceAccounts: [] },
      false,
    ),
    ...written(
      fleet,
      'default',
      'its own namespace',
      { ...emptied, destinations: [{ server: HERE, namespace: 'default' }] },
      false,
    ),
    ...written(
      fleet,
      'default',
      'an account of the cluster',
      { ...emptied, destinationServiceAccounts: [strong] },
      false,
    ),
  ]
}

/** Asked for the root, and for an administrator, whom the policy ignores. */
function written(
  { settings }: ConfinedFleet,
  name: string,
  what: string,
  spec: Spec | { readonly destinationServiceAccounts: readonly object[] },
  expected: boolean,
): PolicyQuestion[] {
  const { argocdNamespace } = settings
  const metadata = { name, namespace: argocdNamespace }
  const object = { apiVersion: 'argoproj.io/v1alpha1', kind: 'AppProject', metadata, spec }
  const ask = (
    user: string,
    operation: 'CREATE' | 'UPDATE',
    isAllowed: boolean,
  ): PolicyQuestion => ({
    topic: 'projects that the root may write',
    text: `${user} to ${operation} ${name} with ${what}`,
    expected: isAllowed,
    request: { user, operation, object },
    ask: (objects) => admits(objects, { user, operation, object }),
  })
  const root = account(`${argocdNamespace}:berth-root`).user
  return [
    ask(root, 'CREATE', expected),
    ask(root, 'UPDATE', expected),
    ask('admin@example.com', 'UPDATE', true),
  ]
}
