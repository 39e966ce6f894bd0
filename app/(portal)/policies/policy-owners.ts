import { mayWrite, writableTeams } from '#lib/http/portal/form-pages.ts'
import type { PolicyOwners } from './policy-form.tsx'

export async function policyOwners(): Promise<PolicyOwners> {
  const platform = await mayWrite({ kind: 'target-policy', team: null })
  return { platform, teams: await writableTeams('target-policy') }
}
