'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { ask } from '#components/api.ts'
import { apiRoot } from '#lib/schemas/paths.ts'

const POLL_MS = 1000

/** Polls a pending change and refreshes the page once it is published or has failed. */
export function RefreshUntilSettled({ id }: { id: number }) {
  const router = useRouter()
  const { data: state } = useQuery({
    queryKey: ['change-state', id],
    queryFn: async ({ signal }) =>
      (await ask<{ state: string }>(`${apiRoot}/changes/${id}`, { signal })).answer.state,
    refetchInterval: ({ state: { data } }) => (isSettled(data) ? false : POLL_MS),
    gcTime: 0,
  })
  const settled = isSettled(state)
  useEffect(() => {
    if (settled) router.refresh()
  }, [settled, router])
  return (
    <output className="sr-only">
      {settled ? `Change ${id} is ${state}.` : `Change ${id} is on its way into Git.`}
    </output>
  )
}

function isSettled(state: string | undefined): boolean {
  return state !== undefined && state !== 'pending'
}
