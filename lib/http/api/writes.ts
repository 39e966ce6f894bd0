// What all writes have in common: their options, and the answers to their outcomes.
import { z } from 'zod'
import { LISTED_EFFECTS, type PairFilter } from '#lib/domain/impact/listed-pairs.ts'
import {
  count,
  flag,
  groupingOrNone,
  pair,
  searched,
  selector,
  word,
} from '#lib/domain/lists/parameters.ts'
import { REASON_CHARACTERS_MAX, reasonIssues } from '#lib/domain/text/reason.ts'
import { ofParts } from '#lib/lists/positions.ts'
import type { WriteOutcome } from '#lib/usecases/changes/submit.ts'
import type {
  IdempotencyClaim,
  PairName,
  Precondition,
  WriteOptions,
} from '#lib/usecases/changes/write-options.ts'
import type { ObjectAnswer } from '#lib/usecases/objects/represent.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { readContinue, writeContinue } from './continue.ts'
import { pagingParameters } from './lists.ts'
import { jsonResponse, type Received } from './operation.ts'

/** A page of a diff holds whole files, so it is shorter than a page of a list. */
export const DIFF_FILES = 50

const confirmed = (what: string) =>
  count(`The exact number of placements that the write ${what}, when the guard asks for it.`)

export const writeParameters = z.object({
  dryRun: flag('Answer the impact and change nothing.'),
  confirmRemovals: confirmed('removes'),
  confirmChanges: confirmed('changes'),
  override: flag(
    'Keep the write although an environment or a freeze stops it; for overriders and admins, with a reason of 10 characters.',
  ),
  include: word(
    ['diff', 'edits', 'policies', 'config'],
    'With `dryRun`: `diff` adds the unified diff of the Git tree, paged by file; `edits` what becomes of the objects; `policies`, of one application, which select it or nearly do; `config` what the application of `pair` is told before and after.',
  ),
  pair: pair('With `include=config`: the application and the cluster'),
  by: groupingOrNone('With `dryRun`: what the pairs of `groups` have in common.'),
  effect: word(
    LISTED_EFFECTS,
    'With `dryRun`: lists only pairs with this effect; `kept` are those of `keptByOthers`.',
  ),
  clusterSelector: selector('With `dryRun`: lists only pairs on clusters with these labels.'),
  appSelector: selector('With `dryRun`: lists only pairs of applications with these labels.'),
  q: searched(
    'With `dryRun`: lists only pairs where this is part of the name of the cluster, or of TEAM/NAME of the application.',
  ),
  ...pagingParameters,
})

/** For writes that create a team. */
export const teamBirthParameters = writeParameters.extend({
  freeName: flag("Lets a deleted team's name be given again."),
})

type WriteQuery = Omit<z.output<typeof writeParameters>, 'confirmChanges' | 'override'> & {
  readonly confirmChanges?: number | null
  readonly override?: boolean
  readonly freeName?: boolean
}

/** The options of a write; an idempotency key is bound to the hash of its body. */
export function readWriteOptions(
  { query, request }: Received<WriteQuery>,
  bodyHash: string | null,
): WriteOptions {
  const { dryRun, limit, include, confirmRemovals, confirmChanges = null, override = false } = query
  const { item, file } = readContinue(impactPosition, query.continue) ?? { item: 0, file: 0 }
  return {
    dryRun,
    pairs: { offset: item, limit, filter: filterOf(query), by: query.by },
    diffSlice: dryRun && include === 'diff' ? { offset: file, limit: DIFF_FILES } : null,
    includesEdits: dryRun && include === 'edits',
    includesPolicies: dryRun && include === 'policies',
    toldPair: dryRun && include === 'config' ? toldPair(query.pair) : null,
    confirmRemovals,
    confirmChanges,
    override,
    reason: readReason(request.headers.get('berth-reason')),
    expectedImpact: request.headers.get('berth-impact'),
    freeName: query.freeName ?? false,
    idempotency: readIdempotency(request, bodyHash),
  }
}

function toldPair(pair: WriteQuery['pair']): PairName {
  if (pair !== null) return pair
  throw new Refusal('malformed', 'include=config needs pair=TEAM/APPLICATION/CLUSTER.', {
    code: 'param_pair',
  })
}

function filterOf({ appSelector, clusterSelector, q, effect }: WriteQuery): PairFilter {
  return { applications: appSelector, clusters: clusterSelector, text: q, effect }
}

/** Where the page of items starts, and the page of files. */
const impactPosition = ofParts({ item: z.number().min(0), file: z.number().min(0) })

export function readReason(header: string | null): string | null {
  if (header === null || header.trim() === '') return null
  const reason = decodeReason(header)
  if (reason === null || reasonIssues(reason, []).length > 0) {
    throw new Refusal(
      'malformed',
      `Berth-Reason must be percent-encoded UTF-8 of at most ${REASON_CHARACTERS_MAX} characters on one line.`,
      { code: 'header_berth_reason' },
    )
  }
  return reason
}

/** Null when it isn't percent-encoded: Node.js decodes bytes beyond ASCII as other characters than were sent. */
function decodeReason(header: string): string | null {
  try {
    return /[^\x20-\x7e]/.test(header) ? null : decodeURIComponent(header)
  } catch {
    return null
  }
}

export function readIdempotency(
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  bodyHash: string | null,
): IdempotencyClaim | null {
  const key = request.headers.get('idempotency-key')
  if (key === null || bodyHash === null) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('malformed', 'Idempotency-Key must be 1 to 255 visible ASCII characters.', {
      code: 'header_idempotency_key',
    })
  }
  const { pathname } = new URL(request.url)
  return { route: `${request.method} ${pathname}`, key, bodyHash }
}

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/

/** The entity tags of `If-Match`. 428 without it, 400 when malformed; a weak tag matches nothing (RFC 9110, 13.1.1). */
export function readPrecondition(request: Request): Precondition {
  const header = request.headers.get('if-match')?.trim()
  if (header === undefined || header === '') {
    throw new Refusal('precondition_required', 'Send If-Match with the ETag that you read, or *.')
  }
  if (header === '*') return '*'
  const tags = header.split(',').map((tag) => tag.trim())
  if (tags.every((tag) => ENTITY_TAG.test(tag))) return tags
  throw new Refusal('malformed', 'If-Match is not a list of entity tags.', {
    code: 'header_if_match',
  })
}

/** The answer to a write; `created` is whether success means that something new has an address. */
export function answerWrite(
  outcome: WriteOutcome,
  { created, location }: { created: boolean; location?: (json: ObjectAnswer) => string },
): Response {
  if (outcome.kind === 'impact') return jsonResponse(impactJson(outcome.document))
  const { change, objects } = outcome
  const [object] = objects
  const headers = {
    ...(change !== null && { 'Berth-Change': String(change) }),
    ...(object && { ETag: object.etag }),
    ...(object && location && { Location: location(object.json) }),
  }
  if (!object) return new Response(null, { status: 204, headers })
  return jsonResponse(object.json, { status: created ? 201 : 200, headers })
}

/** The answer to a write of several objects. */
export function answerWrites(outcome: WriteOutcome): Response {
  if (outcome.kind === 'impact') return jsonResponse(impactJson(outcome.document))
  const { change, objects, total } = outcome
  return jsonResponse(
    { change, objects: objects.map(({ json }) => json), total },
    { headers: change === null ? {} : { 'Berth-Change': String(change) } },
  )
}

/** The impact as it is answered: the positions of its items and files become one token. */
function impactJson(document: Extract<WriteOutcome, { kind: 'impact' }>['document']) {
  const { nextItem, groups, groupsTotal, diff, ...rest } = document
  const nextFile = diff?.nextFile ?? null
  const files = rest.files.added + rest.files.removed + rest.files.modified
  const hasMore = nextItem !== null || nextFile !== null
  return {
    ...rest,
    continue: hasMore ? writeContinue([nextItem ?? rest.itemsTotal, nextFile ?? files]) : null,
    ...(groups && { groups, groupsTotal }),
    ...(diff && { diff: diff.files }),
  }
}
