import { Fragment } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import type { ReleaseExplanation } from '#lib/domain/releases/explanation.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { Explanation } from '#lib/usecases/placements/explain.ts'

/** Which release gives a placement what it has, with links to the version, the change and the rollout that the sentence names. */
export function ReleaseText({
  release: { kind, text, change, rollout },
  explanation: { namespace, application, version },
}: {
  release: ReleaseExplanation
  explanation: Pick<Explanation, 'namespace' | 'application' | 'version'>
}) {
  // What somebody typed is in the sentence about a hold.
  if (kind === 'hold') return text
  const links = new Map<string, string>([
    ...(change === null ? [] : [[`change ${change}`, pagePaths.change(change)] as const]),
    ...(version === null
      ? []
      : [
          [
            `Version ${version.name ?? version.number}`,
            pagePaths.versions(namespace, application),
          ] as const,
        ]),
    ...(rollout === null ? [] : [[`rollout ${rollout}`, pagePaths.rollout(rollout)] as const]),
  ])
  return text.split(/(^Version .*?(?= is )|\b(?:change|rollout) \d+\b)/).map((part, index) => {
    const href = links.get(part)
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence never move
    return <Fragment key={index}>{href ? <TextLink href={href}>{part}</TextLink> : part}</Fragment>
  })
}
