// A fleet's single cluster as Berth renders it: the repository that people clone, and what Argo CD applies from it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseDocument } from 'yaml'
import { bootstrapPath } from '#lib/domain/git/repository-paths.ts'
import { offboardingSteps } from '#lib/domain/reconcilers/argocd/offboarding-steps.ts'
import { extraSteps, onboardingStages } from '#lib/domain/reconcilers/argocd/onboarding-steps.ts'
import { clusterTree } from '#lib/domain/reconcilers/argocd/testing/render-cluster.ts'
import type { ConfinedFleet } from '#lib/domain/reconcilers/argocd/testing/confinement-fleet.ts'
import { cluster } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'

const BRANCH = 'main'

export function rendered(fleet: ConfinedFleet) {
  const { teams, applications, settings, defaultProject, confinement, told } = fleet
  const own = cluster('east-01', { defaultProject, confinement })
  const tree = clusterTree(own, BRANCH, applications, teams, settings, told)
  const documents = [...tree]
    .filter(([path]) => path.startsWith('clusters/'))
    .flatMap(([, text]) => text.split(/^---\n/m))
  const bindings = documents.filter((text) => kindOf(text) === 'RoleBinding')
  return {
    tree,
    bootstrap: tree.get(bootstrapPath(own.name)) ?? '',
    folder: documents.toSorted((a, b) => order(a) - order(b)).join('---\n'),
    /** The RoleBindings of the folder. */
    roleBindings: bindings.join('---\n'),
    steps: [
      ...onboardingStages(own, BRANCH, settings).flatMap(({ steps }) => steps),
      ...extraSteps(own, settings),
    ],
    undoing: offboardingSteps(own, settings),
  }
}

const kindOf = (text: string) => String(parseDocument(text).get('kind'))

/** Sorted as Argo CD does it, as far as one object needs another. */
const order = (text: string) => Number(kindOf(text) !== 'Namespace')

/** A repository with the files, and the git settings that make it reachable at the address. */
export function publishedAt(url: string, tree: ReadonlyMap<string, string>) {
  const directory = mkdtempSync(path.join(tmpdir(), 'berth-live-git-'))
  for (const [file, text] of tree) {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
    writeFileSync(path.join(directory, file), text)
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', directory, '-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
      encoding: 'utf8',
    })
  git('init', '--quiet', `--initial-branch=${BRANCH}`)
  git('add', '.')
  git('commit', '--quiet', '--message', 'x')
  return {
    commit: git('rev-parse', 'HEAD').trim(),
    environment: {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.file://${directory}.insteadOf`,
      GIT_CONFIG_VALUE_0: url,
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
