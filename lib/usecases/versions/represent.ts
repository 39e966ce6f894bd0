import type { RunningRow } from '#db/queries/running-revisions.ts'
import type { VersionRow } from '#db/queries/versions.ts'
import { compareEnvironments } from '#lib/domain/observed/running.ts'
import type { VersionJson } from '#lib/schemas/version.ts'

/** A version as it is answered; `running` null: that is asked about the past. */
export function representVersion(
  version: VersionRow,
  running: readonly RunningRow[] | null,
): VersionJson {
  const { number, commit, name, repoUrl, repoPath, packaging, targets } = version
  const { url, builtAt, sourceCommit, announcedAt, actorKind, actorId, actorName } = version
  return {
    number,
    commit,
    name,
    repo_url: repoUrl,
    repo_path: repoPath,
    ...(packaging && { source: packaging }),
    targets,
    url,
    built_at: builtAt?.toISOString() ?? null,
    source_commit: sourceCommit,
    announced_at: announcedAt.toISOString(),
    announced_by: { kind: actorKind, id: actorId, name: actorName },
    status: { running: running && whereItRuns(commit, running) },
  }
}

function whereItRuns(commit: string, running: readonly RunningRow[]) {
  const isIt = running.filter(({ revision }) => revision === commit)
  return [...Map.groupBy(isIt, ({ environment }) => environment)]
    .toSorted(([a], [b]) => compareEnvironments(a, b))
    .map(([environment, rows]) => ({
      environment,
      clusters: countOf(rows),
      silent: countOf(rows.filter(({ isSilent }) => isSilent)),
    }))
}

function countOf(rows: readonly RunningRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}
