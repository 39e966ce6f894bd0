import type { Actor } from '#lib/domain/access/actor.ts'

/** Who sets up the demo. */
export const demoActor: Actor = {
  kind: 'system',
  id: 'demo',
  name: 'Berth demo',
  email: null,
  role: 'admin',
  teams: new Map(),
  groups: [],
  cluster: null,
  registers: false,
  announces: null,
  schedules: null,
  tellsOfRepository: false,
}
