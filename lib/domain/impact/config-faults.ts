// What an edit makes wrong with what applications are told, on the pairs for which it may change that.
import { byGroup } from '#lib/domain/fleet/cluster-groups.ts'
import { configurationOf } from '#lib/domain/fleet/configuration.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { retellable, type ToldPart, toldParts } from '#lib/domain/fleet/told-clusters.ts'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import { refKey, refOf } from '#lib/domain/objects/objects.ts'
import {
  type Bits,
  bitsOf,
  countBits,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  unite,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import { toldOf } from '#lib/domain/values/told.ts'
import type { Impact } from './impact.ts'
import { type FaultCode, faultsOfPart, identityOf, type PartFault } from './part-faults.ts'

export type ConfigFault = PartFault & {
  /** Its id. */
  readonly application: number
  /** Where it is placed and has the fault. Never empty. */
  readonly clusters: Bits
}

type Staying = { readonly placements: number; readonly applications: number }

export type ConfigFaults = {
  /** Those that pairs have which hadn't them, by the application's name: the first 100. */
  readonly found: readonly ConfigFault[]
  /** How many there are in all. */
  readonly total: number
  /** How many pairs that the edit may change had a fault before and have it still. */
  readonly staying: ReadonlyMap<FaultCode, Staying>
}

const FOUND_MAX = 100
const FILE_BYTES_MAX = 256 * 1024

/**
 * The faults of the pairs that an edit places or on which an application may be told something else afterwards, whether or not
 * they have a release: `config_conflict`, `label_missing`, `expression_invalid`, `config_invalid`, and `config_too_large` for a
 * file above 256 KiB. Where an expression fails, the schemas aren't asked. Costs by the parts of clusters that are told the same.
 */
export function configFaults(
  { before, after, clusters }: Pick<Impact, 'before' | 'after' | 'clusters'>,
  render: Pick<FileRenderer, 'config'>,
): ConfigFaults {
  const edited = bitsOf(clusters.map(({ id }) => id))
  const found: ConfigFault[] = []
  const staying = new Map<FaultCode, Staying>()
  let total = 0
  for (const application of after.applications.ordered) {
    if (configurationOf(after.configuration, application).schemas.length === 0) continue
    const touched = pairsTouched(before, after, application, edited)
    const faults = faultsAmong(after, application, touched, render, shownFaults)
    if (faults.size === 0) continue
    const had = faultsBefore(before, application, [...faults.values()], render)
    const fresh = [...faults.values()].flatMap((fault) => {
      const left = subtract(fault.clusters, had.get(identityOf(fault)) ?? NO_BITS)
      return isEmpty(left) ? [] : [{ ...fault, clusters: left }]
    })
    total += fresh.length
    found.push(...fresh.slice(0, FOUND_MAX - found.length))
    addStaying(staying, [...faults.values()], had)
  }
  return { found, total, staying }
}

function pairsTouched(before: Fleet, after: Fleet, id: number, edited: Bits): Bits {
  const had = placementsOf(before, id)
  const placed = placementsOf(after, id)
  if (had === placed) return retellable(before, after, id, placed, edited)
  const both = intersect(had, placed)
  return unite(subtract(placed, had), retellable(before, after, id, both, edited))
}

type Faults = ReadonlyMap<string, ConfigFault>

/** Those of some clusters where an application is placed, each once for the same sayers. */
function faultsAmong(
  fleet: Fleet,
  application: number,
  clusters: Bits,
  render: Pick<FileRenderer, 'config'>,
  choose: (faults: readonly PartFault[]) => readonly PartFault[],
): Faults {
  const found = new Map<string, { readonly fault: PartFault; readonly sets: Bits[] }>()
  for (const part of toldParts(fleet, application, clusters)) {
    const faults = [
      ...faultsOfPart(part).map((fault) => ({ fault, clusters: part.clusters })),
      ...sizeFaults(fleet, application, part, render),
    ]
    const chosen = new Set(choose(faults.map(({ fault }) => fault)))
    for (const { fault, clusters } of faults) {
      if (!chosen.has(fault)) continue
      const from = fault.from.map(({ object }) => refKey(refOf(object))).join(' ')
      const key = `${identityOf(fault)} ${from}`
      const alike = found.get(key)
      if (alike) alike.sets.push(clusters)
      else found.set(key, { fault, sets: [clusters] })
    }
  }
  return new Map(
    [...found].map(([key, { fault, sets }]) => [
      key,
      { ...fault, application, clusters: uniteAll(sets) },
    ]),
  )
}

/** Without what may only follow from an expression that fails. */
function shownFaults(faults: readonly PartFault[]): readonly PartFault[] {
  const fails = faults.some(({ code }) => code === 'label_missing' || code === 'expression_invalid')
  return fails ? faults.filter(({ schema }) => schema === null) : faults
}

/** By identity, where the application was placed and had such a fault already. */
function faultsBefore(
  before: Fleet,
  application: number,
  faults: readonly ConfigFault[],
  render: Pick<FileRenderer, 'config'>,
): ReadonlyMap<string, Bits> {
  const clusters = uniteAll(faults.map(({ clusters }) => clusters))
  const placed = intersect(placementsOf(before, application), clusters)
  const had = new Map<string, Bits>()
  for (const fault of faultsAmong(before, application, placed, render, (all) => all).values()) {
    const identity = identityOf(fault)
    had.set(identity, unite(had.get(identity) ?? NO_BITS, fault.clusters))
  }
  return had
}

/** No document that is shorter becomes a file that is too large, however deep it nests. */
const SURELY_FITS = FILE_BYTES_MAX / 32

function sizeFaults(
  { applications, variants }: Fleet,
  application: number,
  { merged, clusters }: ToldPart,
  render: Pick<FileRenderer, 'config'>,
): readonly { readonly fault: PartFault; readonly clusters: Bits }[] {
  const told = toldOf(merged.values)
  if (told.text.length <= SURELY_FITS) return []
  const object = applications.slots[application]!
  const fault = { code: 'config_too_large', path: [], reason: '', from: [], schema: null } as const
  return byGroup(clusters, variants)
    .filter(({ key }) => bytesOf(render.config(object, key, told)) > FILE_BYTES_MAX)
    .map((group) => ({ fault, clusters: group.clusters }))
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

function addStaying(
  staying: Map<FaultCode, Staying>,
  faults: readonly ConfigFault[],
  had: ReadonlyMap<string, Bits>,
): void {
  const byCode = Map.groupBy(faults, ({ code }) => code)
  for (const [code, ofCode] of byCode) {
    const pairs = ofCode.map((fault) =>
      intersect(fault.clusters, had.get(identityOf(fault)) ?? NO_BITS),
    )
    const placements = countBits(uniteAll(pairs))
    if (placements === 0) continue
    const sum = staying.get(code) ?? { placements: 0, applications: 0 }
    staying.set(code, {
      placements: sum.placements + placements,
      applications: sum.applications + 1,
    })
  }
}
