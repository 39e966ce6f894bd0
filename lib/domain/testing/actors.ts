import type { Actor } from '#lib/domain/access/actor.ts'

/** Somebody without any role except those given. */
export function actorOf(over: Partial<Actor> = {}): Actor {
  return {
    kind: 'token',
    id: 'test',
    name: 'test',
    email: null,
    role: null,
    teams: new Map(),
    groups: [],
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
    ...over,
  }
}

/** A person without any role except those given. */
export function personOf(id: string, over: Partial<Actor> = {}): Actor {
  return actorOf({ kind: 'person', id, name: id, ...over })
}
