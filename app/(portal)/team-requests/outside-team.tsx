/** What people read who asked for a team that they don't see. */
export function OutsideTeam({
  team,
  decidedBy,
}: {
  team: string
  /** Null: nobody decided yet. */
  decidedBy: string | null
}) {
  if (decidedBy === null) {
    return `None of your groups is among those that you asked for, so you would not see team ${team}: withdraw the request, and ask again with one of yours.`
  }
  return `None of your groups is among the groups of team ${team}, so you don’t see it. Ask ${decidedBy} or another admin to add one of yours to the team.`
}
