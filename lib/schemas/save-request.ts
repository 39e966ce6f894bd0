// What the forms of the portal send: a body as the API takes it, what it is of, and what the person saw and confirmed.
import { z } from 'zod'
import { KINDS } from '#lib/domain/objects/kinds.ts'
import { reasonIssues } from '#lib/domain/text/reason.ts'
import type { applicationKindsInput } from './application-kinds.ts'
import type { bulkInput } from './bulk-edit.ts'
import type { clearBranchInput } from './cluster-branches.ts'
import type { holdInput } from './hold.ts'
import type { decisionInput } from './decision.ts'
import type { rollbackInput } from './rollback.ts'
import type { approvalInput, overrideInput, rolloutInput } from './rollout.ts'
import type { savedViewPatch } from './saved-view.ts'
import { declineInput, type teamWishInput } from './team-request.ts'
import type { versionInput } from './version.ts'

const count = z.number().int().nullable()

/** Why, as somebody typed it; null: they typed nothing. */
const reason = z.string().transform((text, context) => {
  for (const { code, reason: message } of reasonIssues(text, [])) {
    context.addIssue({ code: 'custom', message, params: { code } })
  }
  return text.trim() === '' ? null : text.trim()
})

/** The impact by its digest, what was confirmed of it, and whether what stops it is overridden. */
const seen = {
  impact: z.string(),
  confirmRemovals: count,
  confirmChanges: count,
  override: z.boolean().default(false),
}

/** A body of this schema, by which the use case itself reads it: so what is refused is in the audit by its name. */
export function bodyOf<S extends z.ZodType>() {
  return z.custom<z.input<S>>()
}

const removal = z.strictObject({ ...seen, reason })

/** What somebody saw and confirmed. */
export type SeenImpact = z.input<typeof removal>

export const clearRequest = removal.extend({
  name: z.string(),
  body: bodyOf<typeof clearBranchInput>(),
})

export const bulkRequest = removal.extend({ body: bodyOf<typeof bulkInput>() })
/** Documents, or clusters as CSV, as somebody pasted them or chose their file. */
export const importRequest = removal.extend({
  format: z.enum(['json', 'yaml', 'csv']),
  text: z.string(),
})
export type ImportFormat = z.output<typeof importRequest>['format']

export const revertRequest = removal.extend({ change: z.number().int() })

export const deleteRequest = removal.extend({
  ref: z.strictObject({ namespace: z.string().optional(), name: z.string() }),
  /** The state that was seen. */
  etag: z.string(),
})

export const rollbackRequest = deleteRequest.extend({
  body: bodyOf<typeof rollbackInput>(),
})

/** What waits is named by the change that it answers. */
export const confirmDecisionRequest = deleteRequest.extend({
  body: bodyOf<typeof decisionInput>(),
})

const rollout = z.number().int()

export const startRolloutRequest = removal.extend({
  body: bodyOf<typeof rolloutInput>(),
  /** Whether it ends the one that is under way. */
  supersede: z.boolean(),
})

/** What is done to a rollout as it was read. */
export const rolloutRequest = z.strictObject({ id: rollout, etag: z.string(), reason })
export type ReadRollout = z.output<typeof rolloutRequest>

/** Of the pull request of a branch. */
export const reopenRequest = z.strictObject({ branch: z.string(), reason })

/** `digest`: of the wave as somebody saw it. */
export const answerWaveRequest = z.strictObject({
  id: rollout,
  digest: z.string(),
  body: bodyOf<typeof approvalInput>(),
})

export const overrideWaveRequest = z.strictObject({
  id: rollout,
  confirmChanges: count,
  body: bodyOf<typeof overrideInput>(),
})

/** The same after a look at what it does. */
export const seenRolloutRequest = removal.extend({ id: rollout, etag: z.string() })
export type SeenRollout = z.output<typeof seenRolloutRequest>

/** Of a hold as it was read. */
export const endHoldRequest = removal.extend({
  ref: z.strictObject({ cluster: z.string(), namespace: z.string(), application: z.string() }),
  etag: z.string(),
})

/** `etag` null: a new one. */
export const putHoldRequest = endHoldRequest.extend({
  etag: z.string().nullable(),
  body: bodyOf<typeof holdInput>(),
})

/** A version that somebody announces by hand. */
export const announceRequest = z.strictObject({
  ref: deleteRequest.shape.ref,
  body: bodyOf<typeof versionInput>(),
})

/** An object that is edited, or with neither ref nor etag a new one. */
export const saveRequest = removal.extend({
  ref: deleteRequest.shape.ref.nullable(),
  etag: deleteRequest.shape.etag.nullable(),
  body: z.unknown(),
  freeName: z.boolean(),
})

export type SaveRequest = z.input<typeof saveRequest>

export const kindOfSave = z.looseObject({ kind: z.enum(KINDS) })

export type OfKind = z.output<typeof kindOfSave>

/** What is settled or taken back, and needs nothing else. */
export const idRequest = z.strictObject({ id: z.string() })

/** What is done to something as it was read. */
export const taggedIdRequest = idRequest.extend({ etag: z.string() })

export const changeViewRequest = taggedIdRequest.extend({ body: bodyOf<typeof savedViewPatch>() })

/** What is done to something by its name, and needs nothing else. */
export const nameRequest = z.strictObject({ name: z.string() })

export const deliveryRequest = nameRequest.extend({ id: z.string() })

export const approveRequest = idRequest.extend({
  body: z.unknown(),
  /** Of the team that is to get other limits, as it was seen. */
  etag: z.string().nullable(),
  ...seen,
  freeName: z.boolean(),
})

export const askForMoreRequest = z.strictObject({
  team: z.string(),
  body: bodyOf<typeof teamWishInput>(),
})

export const declineRequest = idRequest.extend(declineInput.shape)

/** The settings as they were read, and how many clusters are known to need their bootstrap again. */
export const clearSettingsRequest = z.strictObject({ etag: z.string(), confirmClusters: count })

/** Their body may hold what is no number, so that the field says so. */
export const saveSettingsRequest = clearSettingsRequest.extend({ body: z.unknown() })

/** Of settings that are no change of the fleet, as they were read. */
export const saveTaggedRequest = z.strictObject({ etag: z.string(), body: z.unknown() })

/** What is done to something of this name, and needs nothing else. */
export const namedRequest = z.strictObject({ name: z.string() })

export const saveReportKeysRequest = z.strictObject({
  name: z.string(),
  etag: z.string(),
  body: z.unknown(),
})

export const saveKindsRequest = clearSettingsRequest.extend({
  body: bodyOf<typeof applicationKindsInput>(),
  reason,
})

export const keepDatabaseRequest = z.strictObject({ impact: z.string(), confirmRemovals: count })

export const confirmUpgradeRequest = z.strictObject({
  impact: z.string(),
  confirmFiles: count,
  confirmClusters: count,
  reason,
})

export type RefusedForm = {
  readonly kind: 'refused'
  /** A stable code, and one sentence for the person. */
  readonly code: string
  readonly message: string
  /** What is wrong with each field, by its path: `metadata.region`. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** How many placements it changes now, where that number has to be confirmed. */
  readonly confirmChanges?: number
  /** In how many waves of a rollout it does. */
  readonly waves?: number
}

/** What came of what a form sent, as the form is told. */
export type FormState<Told> = ({ readonly kind: 'saved' } & Told) | RefusedForm

/** The change that a save made; null: nothing was different. */
export type MadeChange = { readonly change: number | null }

export type SaveState = FormState<MadeChange>

export type SaveObject = (request: SaveRequest & OfKind) => Promise<SaveState>

export type EditObjects = (request: z.input<typeof bulkRequest>) => Promise<SaveState>

export type DeleteObject = (request: z.input<typeof deleteRequest> & OfKind) => Promise<SaveState>

export type SaveImport = (request: z.input<typeof importRequest>) => Promise<SaveState>
