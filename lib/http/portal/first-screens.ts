// Which faces the first page has for its visitor, theirs first: the fleet, their own teams, or what an auditor looks at.
import type { Actor } from '#lib/domain/access/actor.ts'
import { can, canEverywhere } from '#lib/domain/access/permissions.ts'

export type FirstScreen = 'fleet' | 'teams' | 'review'

/** The screens that hold something for the actor; the first one opens where nothing else was asked for. */
export function firstScreensOf(actor: Actor): readonly [FirstScreen, ...FirstScreen[]] {
  const others: FirstScreen[] = [
    ...(actor.teams.size > 0 ? (['teams'] as const) : []),
    ...(can(actor, 'read', { kind: 'audit' }) ? (['review'] as const) : []),
  ]
  const [own, ...rest] = others
  const runsFleet = canEverywhere(actor, 'write', 'application')
  return runsFleet || own === undefined ? ['fleet', ...others] : [own, ...rest, 'fleet']
}

/** The screen that an address asks for; whatever it says besides an environment is about the fleet. */
export function askedScreen(actor: Actor, search: Readonly<Record<string, unknown>>): FirstScreen {
  const screens = firstScreensOf(actor)
  const asked = screens.find((screen) => screen === search['screen'])
  const isPlain = Object.keys(search).every((name) => name === 'environment')
  return asked ?? (isPlain ? screens[0] : 'fleet')
}
