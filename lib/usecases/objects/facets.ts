// Counts the objects of a list by what they have in common.
import { countObjectFacet, type ObjectFacet } from '#db/queries/object-facets.ts'
import type { ObjectQuery } from '#db/queries/objects.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import type { Facet, FacetCounts, FacetQuestion } from '#lib/domain/lists/facets.ts'
import { isLabelled, type Kind } from '#lib/domain/objects/kinds.ts'
import type { Context } from '../define.ts'
import { usualLabels } from '../labels/usual-labels.ts'
import { isFreshnessKept } from '../moment.ts'

type Field = (ObjectFacet & { readonly key: null })['by']

/** The fields of a kind by which its objects are counted, each with the parameter that filters by it. */
export function facetFields(kind: Kind): Readonly<Partial<Record<Field, string>>> {
  switch (kind) {
    case 'cluster':
      return { freshness: 'freshness' }
    case 'application':
      return { team: 'namespace' }
    case 'target-policy':
      return { effect: 'effect', team: 'namespace' }
    case 'config':
    case 'config-schema':
      return { team: 'namespace' }
    default:
      return {}
  }
}

/** Counts of all that a query matches, not only of a page. */
export async function countFacets(
  context: Context,
  query: ObjectQuery,
  time: ObservedTime,
  { facets, ...part }: FacetQuestion,
): Promise<FacetCounts[]> {
  const asked = facets?.filter((facet) => isOfKind(query.kind, facet))
  const counts: FacetCounts[] = []
  for (const facet of asked ?? (await usualFacets(context, query.kind))) {
    const isKept = facet.by !== 'freshness' || !time.isPast || isFreshnessKept(context, time)
    if (isKept) counts.push(await countObjectFacet(context.scope, query, time, facet, part))
  }
  return counts
}

function isOfKind(kind: Kind, facet: Facet): facet is ObjectFacet {
  return facet.key === null ? Object.hasOwn(facetFields(kind), facet.by) : isLabelled(kind)
}

async function usualFacets(context: Context, kind: Kind): Promise<ObjectFacet[]> {
  const labels = isLabelled(kind) ? await usualLabels(context, kind) : []
  const fields = Object.keys(facetFields(kind)).map((by): Facet => ({ by, key: null }))
  return [...labels, ...fields].filter((facet) => isOfKind(kind, facet))
}
