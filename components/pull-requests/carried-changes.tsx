import { Fragment } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

/** So many stand there without being asked for. */
const FEW = 4

/** The changes of a pull request, the oldest first, collapsed over a few. */
export function CarriedChanges({
  ids,
  count,
}: {
  /** As many as are known. */
  ids: readonly number[]
  count: number
}) {
  if (ids.length <= FEW) return <ChangeLinks ids={ids} />
  const more = count - ids.length
  return (
    <details>
      <summary className="cursor-pointer">
        {counted(count, 'change')}, #{ids[0]} to #{ids.at(-1)}
      </summary>
      <p className="mt-1">
        <ChangeLinks ids={ids} />
        {more > 0 && ` and ${more.toLocaleString('en')} more`}
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
