import { Fragment } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { PullRequestJson } from '#lib/schemas/pull-request.ts'

/** So many stand there without being asked for. */
const FEW = 4

/** The changes in a pull request, the oldest first, collapsed over a few. */
export function CarriedChanges({
  changes: { from, to, count },
  ids,
}: {
  changes: NonNullable<PullRequestJson['changes']>
  /** Those that the visitor may see, without the oldest where they are many. */
  ids: readonly number[]
}) {
  const known = ids.length > 0 ? ids : [...new Set([from, to])]
  if (count <= FEW && known.length === count) {
    return (
      <p>
        Carries {count === 1 ? 'change' : 'changes'} <ChangeLinks ids={known} />
      </p>
    )
  }
  const more = count - known.length
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm">
        Carries {counted(count, 'change')}, #{from} to #{to}
      </summary>
      <p className="mt-1">
        {more > 0 && `${more.toLocaleString('en')} more, and `}
        <ChangeLinks ids={known} />
      </p>
    </details>
  )
}

function ChangeLinks({ ids }: { ids: readonly number[] }) {
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <TextLink href={pagePaths.change(id)}>{`#${id}`}</TextLink>
    </Fragment>
  ))
}
