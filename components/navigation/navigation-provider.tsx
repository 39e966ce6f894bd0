'use client'

import { useRouter } from 'next/navigation'
import { lazy, type ReactNode, Suspense, useMemo, useState, useTransition } from 'react'
import { loadLeaveDialog, NavigationContext } from './navigation.ts'
import { NavigationBar } from './navigation-bar.tsx'
import { useWaysOut } from './use-ways-out.ts'

const LeaveDialog = lazy(async () => {
  const { LeaveDialog } = await loadLeaveDialog()
  return { default: LeaveDialog }
})

type Departure = { readonly unsaved: string; readonly leave: () => void }

/** Shows that a page is on its way, and asks before edits are lost by leaving one. */
export function NavigationProvider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [isNavigating, startNavigating] = useTransition()
  const [isSamePath, setIsSamePath] = useState(false)
  const [unsaved] = useState(() => new Map<string, string>())
  const [departure, setDeparture] = useState<Departure | null>(null)
  useWaysOut(unsaved, (leave) => setDeparture({ unsaved: namesOf(unsaved), leave }))
  const navigation = useMemo(() => {
    const navigate = (href: string, options?: { readonly scroll?: boolean }) => {
      const leave = () => {
        setIsSamePath(new URL(href, location.href).pathname === location.pathname)
        startNavigating(() => router.push(href, options))
      }
      if (unsaved.size === 0) leave()
      else setDeparture({ unsaved: namesOf(unsaved), leave })
    }
    return { navigate, unsaved }
  }, [router, unsaved])
  const leave = () => {
    unsaved.clear()
    setDeparture(null)
    departure?.leave()
  }
  return (
    <NavigationContext value={navigation}>
      {isNavigating && <NavigationBar isSamePath={isSamePath} />}
      {children}
      {departure !== null && (
        <Suspense>
          <LeaveDialog
            unsaved={departure.unsaved}
            onStay={() => setDeparture(null)}
            onLeave={leave}
          />
        </Suspense>
      )}
    </NavigationContext>
  )
}

function namesOf(unsaved: ReadonlyMap<string, string>): string {
  return [...unsaved.values()].join(', ')
}
