// Reads the short form of a report. Thousands of clusters send one each minute: this checks it and makes instants of its texts
// in the time in which zod would only check it, and notes no more issues than anybody reads. `reportInput` describes the same
// shape, and a property holds the two together.
import {
  below,
  countAt,
  flagAt,
  instantAt,
  itemsAt,
  type JsonObject,
  listAt,
  nameAt,
  note,
  objectIn,
  type Place,
  reading,
  textAt,
  textIn,
} from '#lib/domain/observed/reading.ts'
import {
  revisionIn,
  CONTROLLER_ROLES,
  DETAILS_MAX,
  healthStatusIn,
  HISTORY_MAX,
  phaseIn,
  type ReadReport,
  type ReportedConfinement,
  type ReportedItem,
  type ReportedReconciler,
  type SyncEntry,
  syncStatusIn,
} from '#lib/domain/observed/reported.ts'
import type { Checked } from '#lib/domain/text/issue.ts'

/**
 * A report as `reportInput` describes it, from a value that may be anything. Issues: `type`, `required`, `one_of`,
 * `unknown_field`, `name_format`, `too_many`, `report_invalid`.
 *
 * This form doesn't say what the root tracks: who sends it has looked.
 */
export function readReportJson(value: unknown): Checked<ReadReport> {
  return reading((place) => {
    const report = strict(value, place, REPORT)
    if (report === null) return null
    literalAt(report, 'apiVersion', place, 'berth.dev/v1')
    literalAt(report, 'kind', place, 'Report')
    return {
      observedAt: required(report, 'at', place, instantAt),
      sequence: countAt(report, 'sequence', place),
      isComplete: flagAt(report, 'complete', place) ?? true,
      reconciler: reconcilerOf(report, place),
      items: itemsAt(report, place, itemIn),
    }
  })
}

const REPORT = fields('apiVersion kind at sequence complete reconciler items')
const RECONCILER = fields('kind version confinement')
const CONFINEMENT = fields('enabled enforced controllerRole projectsWithout')
const ITEM = fields(
  'namespace name targetRevision revision sync health phase message startedAt finishedAt reconciledAt deleting images conditions history',
)
const CONDITION = fields('type message')
const ENTRY = fields('id revision deployedAt deployStartedAt initiatedBy')

function fields(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}

/** An object that has none but these fields. */
function strict(value: unknown, place: Place, known: ReadonlySet<string>): JsonObject | null {
  const object = objectIn(value, place)
  for (const field in object) {
    if (known.has(field)) continue
    const reason = `There is no field ${JSON.stringify(field)} here.`
    note(below(place, field), 'unknown_field', reason)
  }
  return object
}

function strictAt(object: JsonObject, key: string, place: Place, known: ReadonlySet<string>) {
  const value = object[key] ?? null
  return value === null ? null : strict(value, below(place, key), known)
}

/** What `read` makes of a field that must be there. */
function required<T>(
  object: JsonObject,
  key: string,
  place: Place,
  read: (object: JsonObject, key: string, place: Place) => T | null,
): T | null {
  if ((object[key] ?? null) === null) {
    note(below(place, key), 'required', 'This field is required.')
  }
  return read(object, key, place)
}

function literalAt(object: JsonObject, key: string, place: Place, literal: string): void {
  const text = required(object, key, place, textAt)
  if (text !== null && text !== literal) oneOf(below(place, key), [literal])
}

function oneOf(place: Place, words: readonly string[]): void {
  const quoted = words.map((word) => JSON.stringify(word)).join(', ')
  note(place, 'one_of', `This must be one of ${quoted}.`)
}

function reconcilerOf(report: JsonObject, place: Place): ReportedReconciler | null {
  const object = strictAt(report, 'reconciler', place, RECONCILER)
  if (object === null) return null
  const here = below(place, 'reconciler')
  return {
    kind: required(object, 'kind', here, textAt) ?? '',
    version: textAt(object, 'version', here),
    confinement: confinementOf(object, here),
  }
}

function confinementOf(reconciler: JsonObject, place: Place): ReportedConfinement | null {
  const object = strictAt(reconciler, 'confinement', place, CONFINEMENT)
  if (object === null) return null
  const here = below(place, 'confinement')
  const role = textAt(object, 'controllerRole', here)
  const controllerRole = CONTROLLER_ROLES.find((each) => each === role) ?? null
  if (role !== null && controllerRole === null)
    oneOf(below(here, 'controllerRole'), CONTROLLER_ROLES)
  return {
    enabled: required(object, 'enabled', here, flagAt) ?? false,
    enforced: required(object, 'enforced', here, flagAt) ?? false,
    controllerRole,
    projectsWithout: listAt(object, 'projectsWithout', here, textIn).slice(0, DETAILS_MAX),
  }
}

function itemIn(value: unknown, place: Place): ReportedItem | null {
  const item = strict(value, place, ITEM)
  if (item === null) return null
  return {
    namespace: nameAt(item, 'namespace', place),
    name: nameAt(item, 'name', place),
    isTracked: true,
    targetRevision: textAt(item, 'targetRevision', place),
    revision: revisionIn(textAt(item, 'revision', place)),
    sync: syncStatusIn(textAt(item, 'sync', place)),
    health: healthStatusIn(textAt(item, 'health', place)),
    phase: phaseIn(textAt(item, 'phase', place)),
    message: textAt(item, 'message', place),
    startedAt: instantAt(item, 'startedAt', place),
    finishedAt: instantAt(item, 'finishedAt', place),
    reconciledAt: instantAt(item, 'reconciledAt', place),
    deleting: flagAt(item, 'deleting', place) ?? false,
    images: listAt(item, 'images', place, textIn).slice(0, DETAILS_MAX),
    conditions: listAt(item, 'conditions', place, conditionIn).slice(0, DETAILS_MAX),
    history: listAt(item, 'history', place, entryIn).slice(-HISTORY_MAX),
  }
}

function conditionIn(value: unknown, place: Place) {
  const condition = strict(value, place, CONDITION)
  return (
    condition && {
      type: textAt(condition, 'type', place) ?? '',
      message: textAt(condition, 'message', place) ?? '',
    }
  )
}

function entryIn(value: unknown, place: Place): SyncEntry | null {
  const entry = strict(value, place, ENTRY)
  if (entry === null) return null
  const id = countAt(entry, 'id', place) ?? 0
  const revision = revisionIn(textAt(entry, 'revision', place))
  const deployedAt = required(entry, 'deployedAt', place, instantAt)
  const deployStartedAt = instantAt(entry, 'deployStartedAt', place)
  const initiatedBy = textAt(entry, 'initiatedBy', place)
  if (revision === null || deployedAt === null) return null
  return { id, revision, deployedAt, deployStartedAt, initiatedBy }
}
