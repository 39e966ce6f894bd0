// What Git hosts tell the webhook of a repository, as the stand-ins for hosts say it.
import { azureDevOpsSkin } from '#lib/adapters/host/testing/azure-devops-skin.ts'
import { giteaSkin } from '#lib/adapters/host/testing/gitea-skin.ts'
import { githubSkin } from '#lib/adapters/host/testing/github-skin.ts'
import { gitlabSkin } from '#lib/adapters/host/testing/gitlab-skin.ts'
import type { Event, Happening, Skin } from '#lib/adapters/host/testing/skin.ts'
import type { GitHost } from '#lib/domain/git/push.ts'

const SKINS: Readonly<Record<GitHost, Skin>> = {
  github: githubSkin,
  gitlab: gitlabSkin,
  'azure-devops': azureDevOpsSkin,
  gitea: giteaSkin,
}

export const HAPPENINGS: readonly Happening[] = ['opened', 'closed', 'reopened', 'merged']

type Happened = {
  readonly happening?: Happening
  /** Into which branch. */
  readonly base?: string
  /** Such as `https://git.example.com/ieb/gitops`. */
  readonly repository: string
}

/** What is told of a pull request. */
export function pullRequestOf(
  host: GitHost,
  { happening = 'merged', base = 'prod', repository }: Happened,
): Event {
  const isEnded = happening === 'closed' || happening === 'merged'
  const at = new Date('2026-11-25T08:12:44Z')
  const pull = {
    number: 17,
    isFork: false,
    head: `berth/${base}`,
    base,
    headCommit: 'b'.repeat(40),
    wasHeld: false,
    baseCommit: 'a'.repeat(40),
    title: 'Add \u{1F34E} "apples"',
    body: '',
    state: happening === 'merged' ? 'merged' : isEnded ? 'closed' : 'open',
    mergeCommit: happening === 'merged' ? 'c'.repeat(40) : null,
    endedBy: isEnded ? 'ann' : null,
    openedAt: at,
    updatedAt: at,
    endedAt: isEnded ? at : null,
    comments: [],
  } as const
  const place = { origin: new URL(repository).origin, cloneUrl: `${repository}.git` }
  return SKINS[host].event(happening, { ...pull, comments: [] }, place)
}
