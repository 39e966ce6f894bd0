import type { Application } from './application.ts'

/**
 * Whether an application’s clusters get it by releases, one after another: it follows versions, or waits for others. All other
 * clusters have it as soon as it is placed on them.
 */
export function isManaged(application: Pick<Application, 'follow' | 'dependsOn'>): boolean {
  return application.follow === 'versions' || needsOthers(application)
}

/** Whether other applications must be there before it is released to a cluster. None, if there is no application. */
export function needsOthers(application: Pick<Application, 'dependsOn'> | undefined): boolean {
  return application !== undefined && application.dependsOn.length > 0
}
