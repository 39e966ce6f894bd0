// What a wave comes past when it is released: who overrode it, and why.
import { type OverrideRow, readOverrides } from '#db/queries/rollout-events.ts'
import { type PassedGate, passedGates } from '#lib/domain/rollouts/gates.ts'
import { readyOf } from '#lib/domain/rollouts/members.ts'
import type { OverridableGate } from '#lib/domain/rollouts/rollout.ts'
import { countBits, intersect, isEmpty } from '#lib/domain/sets/bits.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { frozenBy, type Overridden } from '../changes/stops.ts'
import type { Context } from '../define.ts'
import { readBlocked } from './blocked.ts'
import type { Standing } from './standing.ts'

/** The gates before a wave that don't hold at the instant of its step, so that it is released only because somebody overrode them. */
export async function passedOver(
  context: Context,
  { advanced: { rollout }, facts, now }: Standing,
  index: number,
): Promise<readonly Overridden[]> {
  const passed = passedGates(rollout, index, facts, now.getTime())
  const missing = await unmetOf(context, { rollout, facts }, index)
  if (passed.length === 0 && missing === null) return []
  const { environment: name } = rollout
  const said = [
    ...(await frozenBy(context, passed.filter(isFrozen))),
    ...passed.flatMap((each) =>
      isFrozen(each) ? [] : [{ code: each.code, name, message: each.text }],
    ),
    ...(missing === null ? [] : [{ code: 'depends' as const, name, message: missing }]),
  ]
  const overrides = await readOverrides(context.scope, { rollout: rollout.id, wave: index + 1 })
  return said.map(({ code, name, message }) => ({ code, name, message, ...sayOf(overrides, code) }))
}

function isFrozen(gate: PassedGate): gate is Extract<PassedGate, { code: 'frozen' }> {
  return gate.code === 'frozen'
}

function sayOf(
  overrides: readonly OverrideRow[],
  code: OverridableGate,
): Pick<Overridden, 'by' | 'reason'> {
  const found = overrides.find(({ gate }) => gate === code)
  return found ? { by: found.by, ...(found.reason !== null && { reason: found.reason }) } : {}
}

/** What is missing where the wave goes although somebody decided that it needn't wait for that; null: nothing. */
async function unmetOf(
  { scope, fleet: fleetOf }: Context,
  { rollout, facts }: Pick<Standing, 'facts'> & Pick<Standing['advanced'], 'rollout'>,
  index: number,
): Promise<string | null> {
  const { overridden, freed } = rollout.waves[index]!
  const ready = readyOf(rollout, index, facts)
  const asked = overridden.includes('depends') ? ready : intersect(ready, freed)
  if (isEmpty(asked)) return null
  const { clusters } = await readBlocked(scope, await fleetOf(), rollout.application, asked)
  const lack = countBits(clusters)
  if (lack === 0) return null
  return `${counted(lack, 'cluster')} ${lack === 1 ? 'lacks' : 'lack'} what the application needs.`
}
