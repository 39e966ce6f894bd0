/** What keeps teams to what they may do on a cluster, the strongest first. */
export const CONFINEMENTS = ['account', 'impersonation', 'project'] as const

/** The name of each, and what it means. */
export const CONFINEMENT_WORDS = {
  account: {
    title: 'Team accounts alone',
    text: 'Argo CD works as each team’s own account and has no rights besides. If that breaks, nothing syncs. For an Argo CD 3.3 or newer that runs Berth’s teams only.',
  },
  impersonation: {
    title: 'Team accounts, strong Argo CD',
    text: 'Argo CD works as each team’s own account, and keeps its rights. Weaker: teams are free of it once somebody switches that off, or runs a project without accounts.',
  },
  project: {
    title: 'No isolation',
    text: 'Argo CD does everything with its own rights. A team can become the cluster’s administrator: only where all teams may be that.',
  },
} as const satisfies Record<(typeof CONFINEMENTS)[number], object>
