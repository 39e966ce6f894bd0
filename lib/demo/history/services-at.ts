import type { Services } from '#lib/usecases/services.ts'

/** Services for which it is an instant of the past: what they record happened then. */
export function servicesAt(services: Services, at: Date): Services {
  const now = () => at
  return { ...services, database: { ...services.database, now }, clock: now }
}
