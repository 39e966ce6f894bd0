// What an object places, or what is placed on it, and what is there without being placed: read when it is shown.
import type { ReactNode } from 'react'
import { LeftCard, PlacementsCard } from '#components/objects/detail-cards.tsx'
import type { RelatedKind } from '#lib/domain/fleet/related-kinds.ts'
import { type ModelObject, refOf } from '#lib/domain/objects/objects.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { isSideOfPairs, placedUseCase, placementsOf } from '#lib/usecases/objects/placed.ts'
import { parametersOf } from '#lib/usecases/objects/requested-object.ts'

export async function PlacedCards({
  object,
  at,
  nothing,
}: {
  object: ModelObject & { readonly kind: RelatedKind }
  at: Date | null
  /** What it says where nothing is placed. */
  nothing: ReactNode
}) {
  const { kind } = object
  const { placements, left } = await read(placedUseCase, {
    kind,
    ref: parametersOf(refOf(object)),
    at,
  })
  const list = placementsOf(object)
  const of = isSideOfPairs(kind) ? kind : undefined
  return (
    <>
      <PlacementsCard
        {...(of && { of })}
        placements={placements}
        at={at}
        allHref={withQuery(pagePaths.placements, { ...list, at: at?.toISOString() })}
        nothing={nothing}
      />
      {of && left && (
        <LeftCard
          of={of}
          left={left}
          allHref={withQuery(pagePaths.placements, { ...list, placed: 'false' })}
        />
      )}
    </>
  )
}
