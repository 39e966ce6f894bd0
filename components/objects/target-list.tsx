import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Target } from '#lib/domain/objects/application/target.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

/** The targets of an application, each with its directory and the clusters that have it. */
export function TargetList({
  targets,
  list,
}: {
  /** `clusters` null: nobody counted. */
  targets: readonly { readonly target: Target; readonly clusters: number | null }[]
  /** What the list of placements is asked for: those of the application. */
  list: { readonly namespace: string; readonly application: string }
}) {
  return (
    <ul className="space-y-2">
      {targets.map(({ target: { name, environment, repoPath }, clusters }) => (
        <li key={`${name} ${environment}`}>
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="wrap-anywhere">
              <span className="font-medium">{name}</span>
              <span className="text-muted"> in {environment}</span>
            </span>
            {clusters === 0 && <span className="text-xs text-muted">on no cluster</span>}
            {clusters !== null && clusters > 0 && (
              <span className="text-xs">
                <TextLink
                  href={withQuery(pagePaths.placements, { ...list, target: name, environment })}
                >
                  {counted(clusters, 'cluster')}
                </TextLink>
              </span>
            )}
          </span>
          <Chip>{repoPath}</Chip>
        </li>
      ))}
    </ul>
  )
}
