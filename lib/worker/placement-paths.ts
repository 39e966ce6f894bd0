const PLACEMENT = /^clusters\/([^/]+)\/apps\/([^/]+\/[^/]+)\.yaml$/

/** The placements whose own files are among some paths; an application with its team. */
export function placementsAt(
  paths: readonly string[],
): { readonly cluster: string; readonly application: string }[] {
  return paths.flatMap((path) => {
    const [, cluster, application] = PLACEMENT.exec(path) ?? []
    return cluster === undefined || application === undefined ? [] : [{ cluster, application }]
  })
}
