/** What keeps teams to what they may do on a cluster. */
export const CONFINEMENTS = ['account', 'impersonation', 'project'] as const
