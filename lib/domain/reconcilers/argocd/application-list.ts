// What Argo CD says of its Applications, from their list as kubectl prints it. Of each, what Berth reads.
// https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/types.go `ApplicationStatus`
import {
  commitIn,
  DETAILS_MAX,
  healthStatusIn,
  HISTORY_MAX,
  type Phase,
  phaseIn,
  type ReportedItem,
  type SyncEntry,
  syncStatusIn,
} from '#lib/domain/observed/reported.ts'
import {
  countAt,
  instantAt,
  itemsAt,
  type JsonObject,
  listAt,
  nameAt,
  note,
  below,
  objectAt,
  objectIn,
  type Place,
  reading,
  textAt,
  textIn,
} from '#lib/domain/observed/reading.ts'
import type { ReportedList } from '#lib/domain/reconcilers/interface/reports.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { CONFIG_ROOT, ROOT } from './argocd.ts'
import { ofSource, revisionOf } from './reported-source.ts'

const TRACKING_ID = 'argocd.argoproj.io/tracking-id'
const NOTHING: JsonObject = {}

/**
 * Reads `kubectl get applications.argoproj.io -A -o json`, which says `kind: List`, or the API's own ApplicationList. Words of
 * Argo CD that Berth doesn't know count as unknown, objects of other kinds aren't read; what has another shape than Argo CD
 * gives it is an issue: `type`, `required`, `name_format`, `too_many`, `report_invalid`, `one_of`. What applies configs is left
 * out: it is neither an application nor somebody else's, and says something new with each commit.
 */
export function readApplicationList(value: unknown): Checked<ReportedList> {
  return reading((place) => {
    const list = objectIn(value, place)
    if (list === null) return null
    const kind = textAt(list, 'kind', place)
    if (kind !== null && kind !== 'List' && kind !== 'ApplicationList') {
      note(below(place, 'kind'), 'one_of', 'This must be one of "List", "ApplicationList".')
    }
    return { items: itemsAt(list, place, applicationIn), version: null }
  })
}

function applicationIn(value: unknown, place: Place): ReportedItem | null {
  const object = objectIn(value, place)
  if (object === null || (object['kind'] ?? 'Application') !== 'Application') return null
  const metadata = objectAt(object, 'metadata', place)
  if (metadata === null) {
    note(below(place, 'metadata'), 'required', 'This field is required.')
    return null
  }
  const who = identity(metadata, below(place, 'metadata'))
  if (who.isTracked && who.name === CONFIG_ROOT) return null
  const spec = objectAt(object, 'spec', place) ?? NOTHING
  const status = objectAt(object, 'status', place) ?? NOTHING
  const source = objectAt(spec, 'source', below(place, 'spec'))
  const isAsked = objectAt(object, 'operation', place) !== null
  const told = statusOf(status, below(place, 'status'), isAsked, source)
  return {
    ...who,
    targetRevision:
      source && textAt(source, 'targetRevision', below(below(place, 'spec'), 'source')),
    ...(source === null ? told : ofSource(told, status, source)),
    ...(isRoot(metadata) && { revision: appliedCommit(status, below(place, 'status')) }),
    deleting: textAt(metadata, 'deletionTimestamp', below(place, 'metadata')) !== null,
  }
}

function identity(metadata: JsonObject, place: Place) {
  const [namespace, name] = [nameAt(metadata, 'namespace', place), nameAt(metadata, 'name', place)]
  return { namespace, name, isTracked: isTracked(metadata, place, namespace, name) }
}

/**
 * Whether Argo CD itself would say that the root made it: the tracking id names the root, and this very object. One that was
 * copied from another object names that one.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/argo/resource_tracking.go `buildAppInstanceValue`
 */
function isTracked(metadata: JsonObject, place: Place, namespace: string, name: string): boolean {
  const annotations = objectAt(metadata, 'annotations', place) ?? NOTHING
  return annotations[TRACKING_ID] === `${ROOT}:argoproj.io/Application:${namespace}/${name}`
}

function isRoot(metadata: JsonObject): boolean {
  return metadata['name'] === ROOT
}

type Status = Omit<ReportedItem, 'namespace' | 'name' | 'isTracked' | 'targetRevision' | 'deleting'>

function statusOf(
  status: JsonObject,
  place: Place,
  isAsked: boolean,
  source: JsonObject | null,
): Status {
  const sync = objectAt(status, 'sync', place) ?? NOTHING
  const health = objectAt(status, 'health', place) ?? NOTHING
  const operation = objectAt(status, 'operationState', place) ?? NOTHING
  const operationPlace = below(place, 'operationState')
  const phase = phaseOf(textAt(operation, 'phase', operationPlace), isAsked)
  const said = textAt(operation, 'message', operationPlace)
  const why = textAt(health, 'message', below(place, 'health'))
  return {
    revision: revisionOf(textAt(sync, 'revision', below(place, 'sync')), source),
    sync: syncStatusIn(textAt(sync, 'status', below(place, 'sync'))),
    health: healthStatusIn(textAt(health, 'status', below(place, 'health'))),
    phase,
    message: phase === null || phase === 'Succeeded' ? (why ?? said) : said,
    startedAt: instantAt(operation, 'startedAt', operationPlace),
    finishedAt: instantAt(operation, 'finishedAt', operationPlace),
    reconciledAt: instantAt(status, 'reconciledAt', place),
    images: imagesOf(status, place),
    conditions: listAt(status, 'conditions', place, conditionIn).slice(0, DETAILS_MAX),
    history: historyOf(status, place),
  }
}

/** An operation that is asked for runs from then on. */
function phaseOf(said: string | null, isAsked: boolean): Phase | null {
  const phase = phaseIn(said)
  return isAsked && phase !== 'Terminating' ? 'Running' : phase
}

function imagesOf(status: JsonObject, place: Place): readonly string[] {
  const summary = objectAt(status, 'summary', place)
  return summary === null
    ? []
    : listAt(summary, 'images', below(place, 'summary'), textIn).slice(0, DETAILS_MAX)
}

function conditionIn(value: unknown, place: Place) {
  const condition = objectIn(value, place)
  if (condition === null) return null
  const [type, message] = [textAt(condition, 'type', place), textAt(condition, 'message', place)]
  return { type: type ?? '', message: message ?? '' }
}

function historyOf(status: JsonObject, place: Place): readonly SyncEntry[] {
  return listAt(status, 'history', place, entryIn).slice(-HISTORY_MAX)
}

/** Syncs of what has no revision that Berth knows, such as several sources at once, are left out. */
function entryIn(value: unknown, place: Place): SyncEntry | null {
  const entry = objectIn(value, place)
  if (entry === null) return null
  const id = countAt(entry, 'id', place) ?? 0
  const revision = revisionOf(textAt(entry, 'revision', place), objectAt(entry, 'source', place))
  const deployedAt = instantAt(entry, 'deployedAt', place)
  const by = objectAt(entry, 'initiatedBy', place)
  if (revision === null || deployedAt === null) return null
  return {
    id,
    revision,
    deployedAt,
    deployStartedAt: instantAt(entry, 'deployStartedAt', place),
    initiatedBy: by && textAt(by, 'username', below(place, 'initiatedBy')),
  }
}

/**
 * The commit that the root has applied: the one that all is in sync with, else that of the operation that succeeded last. A
 * commit that changes nothing on this cluster starts no operation.
 */
function appliedCommit(status: JsonObject, place: Place): string | null {
  const sync = objectAt(status, 'sync', place) ?? NOTHING
  const operation = objectAt(status, 'operationState', place) ?? NOTHING
  const result = objectAt(operation, 'syncResult', below(place, 'operationState')) ?? NOTHING
  const compared = commitIn(textAt(sync, 'revision', below(place, 'sync')))
  if (sync['status'] === 'Synced' && compared !== null) return compared
  if (operation['phase'] === 'Succeeded') {
    const synced = commitIn(
      textAt(result, 'revision', below(below(place, 'operationState'), 'syncResult')),
    )
    if (synced !== null) return synced
  }
  return historyOf(status, place).at(-1)?.revision ?? null
}
