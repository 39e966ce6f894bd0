import { mayWrite, writableTeams } from '#lib/http/form-pages.ts'

/** Whose policies the visitor may write, as choices; the platform's first. */
export async function policyOwners(): Promise<(readonly [string, string])[]> {
  const platform = await mayWrite({ kind: 'target-policy', team: null })
  const teams = await writableTeams('target-policy')
  return [
    ...(platform ? [['', 'Platform'] as const] : []),
    ...teams.map((team) => [team, team] as const),
  ]
}
