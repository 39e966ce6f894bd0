// A reconciler made only for tests, which uses everything that the interface offers: it lists names, in the tone of a
// cluster.
import type { Texts } from '#lib/domain/git/file-change.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'

const toneOf = ({ labels }: TypedCluster) => labels.get('tone') ?? null

export const listing: Reconciler = {
  name: 'listing',
  title: 'Listing',
  variantOf: toneOf,
  followsNamespace: false,
  files: {
    root: 'branch.yaml',
    base: { always: ['branch.yaml'], optional: ['about.yaml'] },
    team: { always: ['team.yaml'], optional: ['words.yaml'] },
  },
  manifests: ({ pullUrl }, branch) => ({
    application: ({ team, name, repoBranch }, tone) => `${tone}: ${team}/${name}@${repoBranch}\n`,
    config: (_application, tone, { text }) => `${tone}: ${text}\n`,
    team: ({ name, description }, tone) =>
      files({ 'team.yaml': `${tone}: ${name}`, 'words.yaml': description }),
    base: (cluster) => files({ 'branch.yaml': branch(cluster), 'about.yaml': cluster.description }),
    bootstrap: ({ name }) => `${name} follows ${pullUrl}\n`,
  }),
  shapeOf: (cluster) => JSON.stringify([cluster.description, toneOf(cluster)]),
  overrides: [],
  clusterFields: ['description', 'metadata'],
  isBootstrapAnother: () => false,
  readme: 'Lists are here, too.\n',
  issues: {
    pullUrl: () => [],
    teamName: () => [],
    namespace: () => [],
    variantInUse: { path: ['metadata'], code: 'cluster_moves', reason: 'The tone is heard.' },
  },
  warnings: {
    cluster: (before) => (before === null ? [{ code: 'listed', message: 'It is listed.' }] : []),
    team: () => [],
    application: () => [],
    delivery: ({ teams }) => {
      const clusters = teams.reduce((sum, { arrived }) => sum + arrived, 0)
      return clusters === 0 ? [] : [{ code: 'heard', message: `Heard on ${clusters}.` }]
    },
    kinds: () => [],
    clearing: () => [],
  },
  reports: {
    root: 'all',
    nameOf: (team, application) => `${team}/${application}`,
    pairOf: (name) => {
      const [team, application, ...rest] = name.split('/')
      return team && application && rest.length === 0 ? { team, application } : null
    },
    readList: (value) =>
      Array.isArray(value) && value.length === 0
        ? accepted({ items: [], version: '1' })
        : refused([{ path: [], code: 'type', reason: 'It is not empty.' }]),
    readSeries: (name) =>
      name === 'listed_total'
        ? { of: 'syncs_by_phase', subject: '', name: 'Succeeded', says: null }
        : null,
    confinementProof: () => 'unproven',
  },
  manualSteps: () => ({
    namespace: '',
    needs: [],
    credentialCommand: '',
    stages: [],
    extras: [],
    undo: [],
    carry: [],
    undoInPart: null,
  }),
}

/** Without empty files. */
function files(texts: Readonly<Record<string, string>>): Texts {
  return new Map(Object.entries(texts).filter(([, text]) => text !== ''))
}
