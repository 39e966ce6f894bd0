import { notFound, redirect } from 'next/navigation'
import { requireSession } from '#lib/http/portal/page.ts'
import { settingsPartsOf } from '#lib/http/portal/settings-places.ts'

export default async function SettingsPage() {
  const [first] = settingsPartsOf((await requireSession()).actor)
  if (!first) notFound()
  redirect(first.href)
}
