// Faults of what applications are told, in sentences.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import type { Teller } from '#lib/domain/fleet/told-clusters.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import type { ConfigFault, ConfigFaults } from './config-faults.ts'
import { FAULT_CODES, type FaultCode } from './part-faults.ts'

const CLUSTERS_SAID = 3
const SAYERS_SAID = 2

/** The clusters that have a fault, by name. */
export function clustersOfFault({ clusters }: Fleet, fault: ConfigFault): readonly string[] {
  return idsByName(clusters, fault.clusters).map((id) => clusters.slots[id]!.name)
}

/** What is wrong, for whom and where: `clusters` are the names of those that have it. */
export function faultSentence(
  { applications }: Fleet,
  fault: ConfigFault,
  clusters: readonly string[],
): string {
  const { team, name } = applications.slots[fault.application]!
  const where = `${team}/${name} on ${fewNamed(clusters, CLUSTERS_SAID)}`
  return `${where}: ${wordsOf(fault)}`
}

function wordsOf({ code, path, reason, from, schema }: ConfigFault): string {
  const place = path.length === 0 ? 'the whole' : pointerOf(path)
  const [one, other] = from
  switch (code) {
    case 'config_conflict':
      return one?.object.kind === 'config'
        ? `${named(one)} and ${named(other)} have one priority and say different things at ${place}.`
        : `${named(one)} and ${named(other)} have different defaults at ${place}.`
    case 'label_missing':
    case 'expression_invalid':
      return `${named(one)} at ${place}: ${reason}`
    case 'config_invalid':
      return `schema ${schema?.object.name} refuses ${place}${saidBy(from)}. ${reason}`
    case 'config_too_large':
      return 'what it is told makes a file of more than 256 KiB.'
  }
}

function saidBy(from: readonly Teller[]): string {
  return from.length === 0 ? '' : `, from ${fewNamed(from.map(named), SAYERS_SAID)}`
}

const named = (teller: Teller | undefined): string => {
  const word = teller?.object.kind === 'config' ? 'config' : 'schema'
  return `${word} ${teller?.object.name}`
}

const STAYING: Readonly<Record<FaultCode, string>> = {
  config_conflict: 'configs or schemas still contradict each other',
  label_missing: 'a config still reads a label that the cluster doesn’t have',
  expression_invalid: 'an expression of a config still fails',
  config_invalid: 'a schema still refuses what is told',
  config_too_large: 'what is told is still too large',
}

/** One warning for each code of faults that an edit leaves as they were. */
export function stayingWarnings({ staying }: ConfigFaults): readonly Warning[] {
  return FAULT_CODES.flatMap((code) => {
    const stays = staying.get(code)
    if (stays === undefined) return []
    const where = `${counted(stays.placements, 'placement')} of ${counted(stays.applications, 'application')}`
    return [{ code, message: `On ${where} ${STAYING[code]}, as before this edit.` }]
  })
}
