import type { ReactNode } from 'react'
import { requireSession } from '#lib/http/portal/page.ts'
import { settingsPartsOf } from '#lib/http/portal/settings-places.ts'
import { SettingsTabs } from './settings-tabs.tsx'

/** Without a heading: each part is a page with one of its own. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { actor } = await requireSession()
  return (
    <>
      <SettingsTabs parts={settingsPartsOf(actor)} />
      {children}
    </>
  )
}
