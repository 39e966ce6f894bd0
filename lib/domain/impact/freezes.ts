// Which freezes an edit meets: those that hold, and in whose scope it moves something.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { frozenAt } from '#lib/domain/objects/freeze/freeze.ts'
import type { Application, Freeze } from '#lib/domain/objects/objects.ts'
import { idsIn, uniteAll } from '#lib/domain/sets/bits.ts'
import { type ApplicationImpact, type Impact, PAIR_EFFECTS } from './impact.ts'

export type MetFreeze = {
  readonly freeze: Freeze
  /** Null: until it is lifted. */
  readonly until: Date | null
  /** The environments in which the edit moves something that the freeze is about; empty: that of clusters without one. */
  readonly environments: readonly string[]
}

/**
 * The freezes of before the edit that hold at an instant and that the edit touches, by name. Scopes are met by labels and
 * environments before the edit or after it, so that nothing leaves a freeze by the edit that moves it. In
 * `touchedIn` are environments with files that belong to no application: these meet the freezes of all applications alone.
 */
export function metFreezes(
  impact: Impact,
  touchedIn: readonly string[],
  now: Date,
): readonly MetFreeze[] {
  const { ordered, slots } = impact.before.freezes
  return ordered.flatMap((id) => {
    const freeze = slots[id]!
    const held = frozenAt(freeze, now)
    if (held === null) return []
    const moved = movedIn(impact, freeze)
    const isOfAll = freeze.namespaces.length === 0 && freeze.appSelector === null
    const touched = new Set([...moved, ...(isOfAll ? touchedIn : [])])
    const environments = [...touched].filter((name) => isIn(freeze, name))
    return environments.length === 0 ? [] : [{ freeze, ...held, environments }]
  })
}

function isIn({ environments }: Freeze, name: string): boolean {
  return environments === null || environments.includes(name)
}

function movedIn({ before, after, applications }: Impact, freeze: Freeze): readonly string[] {
  const moved = applications
    .filter((each) => isOf(freeze, each))
    .flatMap((each) => PAIR_EFFECTS.map((effect) => each[effect]))
  return idsIn(uniteAll(moved)).flatMap((id) =>
    [before, after].flatMap(({ clusters }) => clusters.slots[id]?.environment ?? []),
  )
}

function isOf(freeze: Freeze, { before, after }: ApplicationImpact): boolean {
  return [before, after].some((application) => application !== null && freezes(freeze, application))
}

/** Whether an application is in the scope of a freeze, in the freeze's environments. */
function freezes({ namespaces, appSelector }: Freeze, application: Application): boolean {
  return (
    (namespaces.length === 0 || namespaces.includes(application.team)) &&
    (appSelector === null || selectorMatches(appSelector, applicationLabels(application)))
  )
}

/** The freezes in whose scope an application is in an environment, whether they hold or not, by name. */
export function freezesOn(
  fleet: Pick<Fleet, 'freezes'>,
  application: Application,
  environment: string,
): readonly Freeze[] {
  const { ordered, slots } = fleet.freezes
  return ordered
    .map((id) => slots[id]!)
    .filter((freeze) => isIn(freeze, environment) && freezes(freeze, application))
}

/** What comes to an application in an environment; `goesBack`: it takes back what came before. */
type Coming = {
  readonly application: Application
  readonly environment: string
  readonly goesBack: boolean
}

/** Whether a freeze stops that at an instant. */
export function stopsAt(
  freeze: Freeze,
  { application, environment, goesBack }: Coming,
  now: Date,
): boolean {
  return (
    !(goesBack && freeze.allowRollback) &&
    isIn(freeze, environment) &&
    freezes(freeze, application) &&
    frozenAt(freeze, now) !== null
  )
}
