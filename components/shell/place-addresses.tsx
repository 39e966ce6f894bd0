'use client'

import { createContext, type ReactNode, use } from 'react'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { scopedPath } from './environment-scope.ts'

const DefaultViews = createContext<Readonly<Record<string, string>>>({})

/** `defaultViews`: the addresses of the lists that have a default view, by their paths. */
export function PlaceAddresses({
  defaultViews,
  children,
}: {
  defaultViews: Readonly<Record<string, string>>
  children: ReactNode
}) {
  return <DefaultViews value={defaultViews}>{children}</DefaultViews>
}

/** Where a place of the navigation is opened: by the list's default view, and in the environment that the visitor works in. */
export function usePlaceAddress(): (path: string) => string {
  const defaultViews = use(DefaultViews)
  const { environment } = usePreferences().preferences
  return (path) => scopedPath(defaultViews[path] ?? path, environment)
}
