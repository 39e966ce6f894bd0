import type { ReactNode } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago, Clock } from '#components/ui/time.tsx'
import { IMPLIED } from '#lib/domain/objects/implied.ts'
import { pagePaths } from '#lib/schemas/paths.ts'

/** Since when an object has been in this state, and through which change. */
export function revisionFacts({
  since,
  change,
}: {
  since: Date
  change: number
}): readonly (readonly [string, ReactNode])[] {
  return [
    [
      'Since',
      <>
        <Clock at={since} /> <span className="text-muted">(</span>
        <Ago at={since} />
        <span className="text-muted">)</span>, <Maker change={change} />
      </>,
    ],
  ]
}

function Maker({ change }: { change: number }) {
  if (change === IMPLIED) return 'as it comes'
  return (
    <>
      by change <TextLink href={pagePaths.change(change)}>#{change}</TextLink>
    </>
  )
}
