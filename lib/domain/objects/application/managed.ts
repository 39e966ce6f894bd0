import type { Application } from './application.ts'

/**
 * Whether an application’s clusters get it by releases, one after another: it follows versions, or waits for others. All other
 * clusters have it as soon as it is placed on them.
 */
export function isManaged({
  follow,
  dependsOn,
}: Pick<Application, 'follow' | 'dependsOn'>): boolean {
  return follow === 'versions' || dependsOn.length > 0
}
