// Whose signature makes a carried report a cluster's word: read, and set by an admin.
import { createHash } from 'node:crypto'
import { readReportKeys, writeReportKeys } from '#db/queries/report-keys.ts'
import { findByName, type Identified } from '#lib/domain/fleet/shelf.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { CarriedReports } from '#lib/domain/observed/report-keys.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { readReportKeyBody, type ReportKeyJson, reportKeyJson } from '#lib/schemas/report-key.ts'
import { auditName, only } from '../audit/subject.ts'
import type { Precondition } from '../changes/write-options.ts'
import { type Context, defineEdit, defineRead } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { requireOwnCluster } from './own-cluster.ts'
import type { ClusterName } from './own-report.ts'

export type ReportKeysAnswer = {
  readonly carried: CarriedReports
  readonly json: ReportKeyJson
  readonly etag: string
}

type Found = Identified<Cluster>

export const readReportKeysUseCase = defineRead<ClusterName, ReportKeysAnswer, ClusterName, Found>({
  name: 'report-keys.get',
  load: async (context, input) => {
    requireOwnCluster(context, input.cluster)
    const found = await clusterOf(context, input)
    return found && { resource: { kind: 'report', cluster: input.cluster }, found }
  },
  run: async ({ scope }, _, { id }) => answerOf(await readReportKeys(scope, id)),
})

type ReplaceRequest = {
  readonly ref: { readonly name: string }
  readonly body: unknown
  readonly precondition: Precondition
}
type ReplaceInput = ClusterName & {
  readonly carried: CarriedReports
  readonly precondition: Precondition
}

const subject = only('report-key')

export const replaceReportKeysUseCase = defineEdit<
  ReplaceRequest,
  ReportKeysAnswer,
  ReplaceInput,
  Found
>({
  name: 'report-keys.replace',
  subject,
  parse: ({ ref, body, precondition }) => {
    const read = readReportKeyBody(body)
    return read.ok ? accepted({ cluster: ref.name, carried: read.value, precondition }) : read
  },
  load: async (context, input) => {
    const found = await clusterOf(context, input)
    return found && { resource: { kind: 'cluster' }, found }
  },
  run: async ({ scope, audit }, { cluster, carried, precondition }, { id }) => {
    const before = answerOf(await readReportKeys(scope, id))
    const after = answerOf(carried)
    requireUnchanged(before, precondition)
    const object = auditName(subject, cluster)
    if (before.etag === after.etag) {
      audit({ object })
      return before
    }
    await writeReportKeys(scope, id, carried)
    audit({ object, before: before.json, after: after.json })
    return after
  },
})

async function clusterOf({ fleet }: Context, { cluster }: ClusterName): Promise<Found | null> {
  return findByName((await fleet()).clusters, cluster)
}

const TAG_LENGTH = 16

/** The tag is of what they say: it is the same for the same keys. */
function answerOf(carried: CarriedReports): ReportKeysAnswer {
  const json = reportKeyJson(carried)
  const digest = createHash('sha256').update(JSON.stringify(json)).digest('hex')
  return { carried, json, etag: `"${digest.slice(0, TAG_LENGTH)}"` }
}

function requireUnchanged({ etag }: ReportKeysAnswer, precondition: Precondition): void {
  if (precondition === '*' || precondition.includes(etag)) return
  throw new Refusal(
    'precondition_failed',
    'The keys were changed since you read them. Read them again, and decide again.',
    { members: { etag } },
  )
}
