'use client'

import { BookOpen, Copy, Moon, Rows3, Settings, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useNavigate } from '#components/navigation/navigation.ts'
import { KIND_ICONS } from '#components/objects/kinds.ts'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { usePlaceAddress } from '#components/shell/place-addresses.tsx'
import { placesFor } from '#components/shell/places.ts'
import { kinds } from '#lib/domain/objects/kinds.ts'
import { newPath, pagePaths } from '#lib/schemas/paths.ts'
import type { EntryGroup } from './entries.ts'
import type { Offered } from './palette-button.tsx'

/** The pages that the visitor may see, what they may do, and what explains the portal. */
export function useOffered({ hidden, parts, creatable }: Offered): readonly EntryGroup[] {
  const navigate = useNavigate()
  const addressOf = usePlaceAddress()
  const pages = placesFor(hidden).flatMap(({ places }) => places)
  return [
    {
      heading: 'Pages',
      entries: [
        ...pages.map(({ href, label, icon }) => ({
          key: href,
          label,
          icon,
          open: () => navigate(addressOf(href)),
        })),
        ...parts.map(({ href, label }) => ({
          key: `part ${href}`,
          label: `Settings: ${label}`,
          icon: Settings,
          open: () => navigate(href),
        })),
      ],
    },
    {
      heading: 'Actions',
      entries: [
        ...creatable.map((kind) => ({
          key: `new ${kind}`,
          label: `New ${kinds[kind].word}`,
          icon: KIND_ICONS[kind],
          open: () => navigate(newPath(kind)),
        })),
        ...useManner(),
      ],
    },
    {
      heading: 'Help',
      entries: [
        {
          key: 'docs',
          label: 'API reference',
          icon: BookOpen,
          open: () => window.location.assign(pagePaths.apiDocs),
        },
        {
          key: 'problems',
          label: 'What codes of problems mean',
          icon: BookOpen,
          open: () => window.location.assign(pagePaths.problems),
        },
      ],
    },
  ]
}

/** What changes nothing but how the portal looks, and copying where one is. */
function useManner() {
  const { resolvedTheme, setTheme } = useTheme()
  const { preferences, choose } = usePreferences()
  const isDark = resolvedTheme === 'dark'
  const isCompact = preferences.rows === 'compact'
  return [
    {
      key: 'copy',
      label: 'Copy the address of this page',
      icon: Copy,
      open: () => void navigator.clipboard.writeText(window.location.href),
    },
    {
      key: 'theme',
      label: isDark ? 'Use the light theme' : 'Use the dark theme',
      icon: isDark ? Sun : Moon,
      open: () => setTheme(isDark ? 'light' : 'dark'),
    },
    {
      key: 'rows',
      label: isCompact ? 'Use normal rows' : 'Use compact rows',
      icon: Rows3,
      open: () => choose('rows', isCompact ? 'normal' : 'compact'),
    },
  ]
}
