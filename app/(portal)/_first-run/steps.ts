// What is still to be done until the first placement runs, in the order in which each makes the next one possible.
import { editPath, newPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { FirstRun } from '#lib/usecases/overview/first-run.ts'

export type Step = {
  readonly title: string
  readonly text: string
  readonly href: string
  readonly link: string
  /** What shows that it is done, and when that was so; null: it isn’t done. */
  readonly proof: { readonly text: string; readonly at: Date } | null
}

type Proofs = FirstRun['proofs']

export function stepsOf({ proofs, repository }: FirstRun): readonly Step[] {
  return [
    clusterStep(proofs),
    repositoryStep(proofs, repository),
    connectStep(proofs),
    teamStep(proofs),
    applicationStep(proofs),
    policyStep(proofs),
  ]
}

/** Whether nobody has begun. */
export function isUntouched({ proofs }: FirstRun): boolean {
  return Object.keys(proofs).length === 0
}

function clusterStep({ cluster }: Proofs): Step {
  return {
    title: 'Onboard a cluster',
    text: 'Its name, environment and labels, by which policies choose it.',
    href: newPath('cluster'),
    link: 'New cluster',
    proof: cluster ? { text: `${cluster.name} was saved`, at: cluster.at } : null,
  }
}

function repositoryStep(
  { repository: branch }: Proofs,
  { source, pullUrl }: FirstRun['repository'],
): Step {
  const where = source === 'embedded' ? 'a repository of its own' : pullUrl
  return {
    title: 'See its manifests in Git',
    text: `Berth writes them to ${where} with the first cluster. Another repository is set, and tried, in the settings.`,
    href: pagePaths.repositorySettings,
    link: 'Repository',
    proof: branch ? { text: `Branch ${branch.name} was written`, at: branch.at } : null,
  }
}

function connectStep({ cluster, token, report }: Proofs): Step {
  return {
    title: 'Connect the cluster',
    text: token
      ? `${token.name} has used its token; its first report is still to come.`
      : 'Its page says which commands are needed, about ten with kubectl, and makes its token. Done when the cluster reports.',
    href: cluster ? pagePaths.onboarding(cluster.name) : pagePaths.clusters,
    link: cluster ? `Connect ${cluster.name}` : 'Clusters',
    proof: report ? { text: `${report.name} was seen`, at: report.at } : null,
  }
}

function teamStep({ team, 'team-without-groups': begun }: Proofs): Step {
  return {
    title: 'Create a team',
    ...(begun
      ? {
          text: `${begun.name} is there, and no group acts for it yet. Done when it has one.`,
          href: editPath({ kind: 'team', team: null, name: begun.name }),
          link: `Give ${begun.name} a group`,
        }
      : {
          text: 'It owns applications, and groups of your identity provider act for it. Done when it has a group.',
          href: newPath('team'),
          link: 'New team',
        }),
    proof: team ? { text: `${team.name} was saved with its groups`, at: team.at } : null,
  }
}

function applicationStep({ application }: Proofs): Step {
  return {
    title: 'Onboard an application',
    text: 'A repository, a branch and a path.',
    href: newPath('application'),
    link: 'New application',
    proof: application ? { text: `${application.name} was saved`, at: application.at } : null,
  }
}

function policyStep({ 'target-policy': policy, placement }: Proofs): Step {
  const title = 'Place it with a policy'
  if (policy === undefined) {
    const text = 'These applications on these clusters, with the effect beside the form.'
    return { title, text, href: newPath('target-policy'), link: 'New policy', proof: null }
  }
  const [namespace, application, cluster] = placement?.name.split('/') ?? []
  return {
    title,
    text: `${policy.name} is there; done when what it places is in Git.`,
    href: withQuery(pagePaths.matrix, { cell: placement?.name }),
    link: 'Matrix',
    proof: placement
      ? { text: `${namespace} / ${application} on ${cluster} went into Git`, at: placement.at }
      : null,
  }
}
