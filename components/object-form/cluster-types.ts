'use client'

// The cluster types that the form of a cluster offers, and what the chosen one says.
import { useQuery } from '@tanstack/react-query'
import { ask } from '#components/api.ts'
import { clusterTypeKind } from '#lib/domain/objects/cluster-type/cluster-type-kind.ts'
import { DEFAULT_TYPE_NAME } from '#lib/domain/objects/cluster-type/default-type-name.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { apiCollection, withQuery } from '#lib/schemas/paths.ts'

export type TypeJson = JsonOfKind<'cluster-type'>

/** All of them and the one that clusters have by themselves: no tenant has more. */
const TYPES_MAX = clusterTypeKind.most.platform + 1

/** Null: they are not known, or not yet. */
export function useClusterTypes(): readonly TypeJson[] | null {
  const { data } = useQuery({
    queryKey: ['cluster types'],
    queryFn: async ({ signal }) => {
      const path = withQuery(apiCollection('cluster-type'), { limit: TYPES_MAX })
      const { answer } = await ask<{ readonly items: readonly TypeJson[] }>(path, { signal })
      return answer.items
    },
    staleTime: 10_000,
  })
  return data ?? null
}

/** The type of a cluster by what its field says, which may be nothing. */
export function typeNameOf(said: string): string {
  return said === '' ? DEFAULT_TYPE_NAME : said
}
