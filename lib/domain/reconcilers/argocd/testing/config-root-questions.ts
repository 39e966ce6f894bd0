// What the Application is that applies what applications are told, and that it can reach nothing else.
import { type ConfinedFleet, type Question, ROOT_SOURCE } from './confinement-fleet.ts'
import { gobwasMatches } from './glob.ts'
import { askOf } from './root-questions.ts'

const HERE = 'https://kubernetes.default.svc'

/** Files of a cluster's folder, those of others among them, and whether they are for this Application. */
const FILES = [
  ['config/payments/api.yml', true],
  ['config/pay/web.yml', true],
  ['config/payments/api.yaml', false],
  ['config/payments/api.json', false],
  ['apps/payments/api.yaml', false],
  ['apps/payments/api.yml', false],
  ['apps/config/api.yml', false],
  ['teams/payments/project.yaml', false],
  ['base/root.yaml', false],
  ['base/more.yml', false],
  ['more.yml', false],
] as const

/** Every question about it; the root, which brings it, is asked about elsewhere. */
export function configRootQuestions(fleet: ConfinedFleet): readonly Question[] {
  const { pullUrl: repoURL, argocdNamespace: namespace } = fleet.settings
  const ask = askOf('berth-config')
  return [
    ask('belongs to the project berth', 'berth', ({ project }) => project),
    ask('goes to this cluster', [HERE, namespace, null], ({ destination }) => {
      return [destination.server, destination.namespace, destination.name ?? null]
    }),
    ask(
      'reads the cluster’s own folder, of the branch that the root reads',
      [repoURL, ROOT_SOURCE.targetRevision, ROOT_SOURCE.path, true],
      ({ source }) => [
        source.repoURL,
        source.targetRevision,
        source.path,
        source.directory?.recurse,
      ],
    ),
    ...FILES.map(([file, isMeant]) =>
      ask(`reads ${file} there`, isMeant, ({ source }) =>
        gobwasMatches(source.directory?.include ?? '*', file),
      ),
    ),
    ask(
      'takes away what leaves Git, the last as well, and puts right what people changed',
      { prune: true, selfHeal: true, allowEmpty: true },
      ({ syncPolicy }) => syncPolicy?.automated,
    ),
    ask(
      'fails for no ConfigMap that somebody else has',
      false,
      ({ syncPolicy }) => syncPolicy?.syncOptions?.includes('FailOnSharedResource=true') ?? false,
    ),
    ask('overlooks no difference', undefined, ({ ignoreDifferences }) => ignoreDifferences),
  ]
}
