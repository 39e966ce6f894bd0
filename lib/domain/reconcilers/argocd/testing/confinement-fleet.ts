// A cluster with teams that could be confused with each other, and the type of questions about it.
import { z } from 'zod'
import type { Application, Confinement, DefaultProject, Team } from '#lib/domain/objects/objects.ts'
import { type Told, toldOf } from '#lib/domain/values/told.ts'
import type { ManualStep } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { onboardingStages } from '../onboarding-steps.ts'
import { clusterTree } from './render-cluster.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import type { Documents, GeneratedObjects } from './parse-tree.ts'
import { documentsOf } from './parse-tree.ts'
import { application, cluster, settings, team } from './sample-fleet.ts'

export type ConfinedFleet = {
  readonly settings: ManifestSettings
  /** All of the tenant's; some may have nothing on the cluster. */
  readonly teams: readonly Team[]
  /** Those that are placed on the cluster. */
  readonly applications: readonly Application[]
  /** What an application is told there; null: nothing. */
  readonly told: (application: Application) => Told | null
  /** The cluster's choice about Argo CD's own project. */
  readonly defaultProject: DefaultProject
  readonly confinement: Confinement
  /** A group that belonged to a team and no longer does. */
  readonly removedGroup: string
}

/** A question that the generated objects answer, and the answer that the model demands. */
export type Question = {
  readonly topic: string
  readonly text: string
  readonly expected: unknown
  readonly ask: (objects: GeneratedObjects) => unknown
}

const CLUSTER = 'east-01'
const BRANCH = 'main'
export const ROOT_SOURCE = {
  targetRevision: `refs/heads/${BRANCH}`,
  path: `clusters/${CLUSTER}`,
  directory: { recurse: true, include: '*.yaml' },
}

const group = (number: number) => `00000000-0000-0000-0000-0000000000${number}`
const reader = (number: number) => ({ id: group(number), role: 'reader' as const })
const contributor = (number: number) => ({ id: group(number), role: 'contributor' as const })

/** By team and application; one of them has it in its values, too. */
const TOLD = new Map([
  ['payments/api', toldOf({ cosmos: { endpoint: 'https://east.example.com' }, zone: 'east' })],
  ['search/web', toldOf({ zone: 'on' })],
])

/** A group that reads for one team and contributes to another. */
const SHARED = 99

export const confinedFleet: ConfinedFleet = {
  settings: {
    ...settings,
    applicationKinds: [{ group: 'cert-manager.io', resources: ['certificates'] }],
  },
  teams: [
    team('payments', { groups: [reader(11), contributor(12), reader(SHARED)] }),
    // Its name and repository are prefixes of another team's.
    team('pay', {
      kubectl: 'edit',
      groups: [reader(21), contributor(22), contributor(SHARED)],
      sourceRepos: ['https://git.example.com/payments/api-v2', 'git@git.example.com:pay/web.git'],
      quota: new Map([['requests.cpu', '10']]),
    }),
    team('orders', {
      kubectl: 'edit',
      network: 'closed',
      groups: [contributor(31)],
      sourceRepos: [],
    }),
    team('search', {
      network: 'open',
      groups: [],
      sourceRepos: ['https://git.example.com/search/api.git', 'oci://oci.example.com/search/web'],
    }),
    team('absent', { kubectl: 'edit', groups: [contributor(51)] }),
  ],
  applications: [
    application('payments', 'api'),
    { ...application('pay', 'web'), repoUrl: 'git@git.example.com:pay/web.git' },
    application('orders', 'api'),
    { ...application('search', 'api'), repoPath: '' },
    {
      ...application('search', 'web'),
      repoUrl: 'oci://oci.example.com/search/web',
      repoBranch: '1.2.3',
      repoPath: '.',
      packaging: {
        type: 'helm',
        chart: 'web',
        render: 'helm',
        releaseName: null,
        configUnder: '/app',
        values: { mode: 'on' },
      },
    },
    {
      ...application('search', 'ui'),
      repoUrl: 'oci://oci.example.com/search/web',
      repoBranch: '1.2.3',
      repoPath: '.',
      packaging: { type: 'oci', render: 'directory' },
    },
  ],
  told: ({ team, name }) => TOLD.get(`${team}/${name}`) ?? null,
  defaultProject: 'empty',
  confinement: 'account',
  removedGroup: group(13),
}

type Generated = {
  readonly folder: Documents
  readonly bootstrap: Documents
  /** What the onboarding has people replace the controller's ClusterRole with; empty where it keeps its own. */
  readonly narrowed: Documents
}

/** What is generated for the fleet's cluster: the folder that Argo CD reads, and what is applied by hand. */
export function generatedDocuments(fleet: ConfinedFleet): Generated {
  const { teams, applications, settings, defaultProject, confinement, told } = fleet
  const own = cluster(CLUSTER, { defaultProject, confinement })
  const tree = clusterTree(own, BRANCH, applications, teams, settings, told)
  const under = (start: string) =>
    documentsOf(new Map([...tree].filter(([path]) => path.startsWith(start))))
  const steps = onboardingStages(own, BRANCH, settings).flatMap((stage) => stage.steps)
  const narrowed = documentsOf(heredocs(steps))
  return { folder: under('clusters/'), bootstrap: under('bootstrap/'), narrowed }
}

/** Files that commands contain as here-documents. */
function heredocs(steps: readonly ManualStep[]): ReadonlyMap<string, string> {
  const files = steps.map(({ title, command }) => {
    return [title, /<<'EOF'\n([^]*)EOF$/.exec(command)?.[1] ?? ''] as const
  })
  return new Map(files.filter(([, text]) => text !== ''))
}

/**
 * Everything that a cluster has once the onboarding is done and the root has synced; the folder wins where both have an
 * object.
 */
export function installedDocuments({ folder, bootstrap, narrowed }: Generated): Documents {
  const inFolder = new Set([...folder.values()].flat().map(identityOf))
  const others = [...bootstrap, ...narrowed].map(
    ([path, list]) => [path, list.filter((one) => !inFolder.has(identityOf(one)))] as const,
  )
  return new Map([...folder, ...others])
}

const identity = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) })

function identityOf(document: unknown): string {
  const { data } = identity.safeParse(document)
  return JSON.stringify([data?.kind, data?.metadata['namespace'], data?.metadata.name])
}

export function presentTeams({ teams, applications }: ConfinedFleet): readonly Team[] {
  return teams.filter(({ name }) => applications.some(({ team }) => team === name))
}

/** The questions with wrong answers, as text. */
export function wrongAnswers(objects: GeneratedObjects, questions: readonly Question[]): string[] {
  return questions
    .filter((question) => !isRight(objects, question))
    .map(({ topic, text }) => `${topic}: ${text}`)
}

/** Whether any of the questions has a wrong answer. Begins with those that last had one, as what is alike is noticed alike. */
export function noticing(questions: readonly Question[]): (objects: GeneratedObjects) => boolean {
  const inTurn = [...questions]
  return (objects) => {
    const at = inTurn.findIndex((question) => !isRight(objects, question))
    if (at === -1) return false
    inTurn.unshift(...inTurn.splice(at, 1))
    return true
  }
}

function isRight(objects: GeneratedObjects, { ask, expected }: Question): boolean {
  const answer = ask(objects)
  return answer === expected || canonicalJson(answer) === canonicalJson(expected)
}

/** JSON with its keys in order; undefined stays undefined. */
function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
