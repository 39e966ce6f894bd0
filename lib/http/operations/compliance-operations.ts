// Whether a change, or a commit, is everywhere where it should be.
import { z } from 'zod'
import { grouping, words } from '#lib/domain/lists/parameters.ts'
import {
  COMPLIANCES,
  type ComplianceGroup,
  type ComplianceTally,
} from '#lib/domain/observed/compliance.ts'
import { readChangeId } from '#lib/http/api/change-id.ts'
import { readContinue, writeContinue } from '#lib/http/api/continue.ts'
import { pagingParameters } from '#lib/http/api/lists.ts'
import { jsonResponse, operation } from '#lib/http/api/operation.ts'
import { indexPosition } from '#lib/lists/positions.ts'
import {
  changeComplianceUseCase,
  commitComplianceUseCase,
} from '#lib/usecases/observed/compliance.ts'

const count = z.number().int().min(0)

const counts = {
  total: count.meta({ description: 'Placements that it moved and that nothing later moved on.' }),
  succeeded: count.meta({ description: 'Healthy there; or gone, where it was to go.' }),
  failed: count,
  in_progress: count.meta({ description: 'Not there yet, or not healthy yet.' }),
  unknown: count.meta({ description: 'On clusters that aren’t heard of.' }),
  superseded: count.meta({
    description:
      'Not in the total: something later took its place before it was known to have arrived, or the cluster is no more.',
  }),
}

export const complianceFields = {
  ...counts,
  items: z.array(
    z
      .strictObject({
        key: z.string().nullable().meta({ description: 'Null: clusters without such a label.' }),
        ...counts,
        silent_since: z.iso.datetime().nullable().meta({
          description: 'Since when the cluster is silent that is so for longest.',
        }),
      })
      .meta({ id: 'ComplianceGroup' }),
  ),
  continue: z.string().nullable(),
}

export const complianceParameters = z.object({
  ...pagingParameters,
  by: grouping('What the placements of a group have in common.'),
  outcome: words(COMPLIANCES, 'Only groups that hold any of these.'),
})

type Query = z.output<typeof complianceParameters>

export function answered(
  { items, ...counts }: ComplianceTally,
  { limit, continue: token, outcome }: Query,
) {
  const groups = items.filter(
    (group) => outcome === null || outcome.some((each) => group[each] > 0),
  )
  const from = readContinue(indexPosition, token) ?? 0
  const end = from + limit
  return {
    ...counts,
    items: groups.slice(from, end).map(groupJson),
    continue: end < groups.length ? writeContinue(indexPosition.tokenOf(end)) : null,
  }
}

function groupJson({ silentSince, ...group }: ComplianceGroup) {
  return { ...group, silent_since: silentSince?.toISOString() ?? null }
}

export const getChangeCompliance = operation({
  id: 'getChangeCompliance',
  method: 'GET',
  path: '/changes/{id}/compliance',
  tag: 'changes',
  summary: 'Count the placements that a change moved by how far it has come there',
  query: complianceParameters,
  responses: { 200: z.strictObject(complianceFields).meta({ id: 'ChangeCompliance' }) },
  useCase: changeComplianceUseCase,
  handle: async ({ services, session, path, query }) => {
    const asked = { id: readChangeId(path), by: query.by, mayBeWide: true }
    return jsonResponse(
      answered(await changeComplianceUseCase.invoke(services, session, asked), query),
    )
  },
})

const VERSIONS_ANSWERED = 100

export const getCommitCompliance = operation({
  id: 'getCommitCompliance',
  method: 'GET',
  path: '/commits/{sha}/compliance',
  tag: 'changes',
  summary: 'Count the placements where a commit should be by whether it is there',
  query: complianceParameters,
  responses: {
    200: z
      .strictObject({
        commit: z.string().meta({ description: 'All of its digits; seven or more are asked for.' }),
        changes: z.array(count).nullable().meta({
          description:
            'Those in a commit of a branch of Berth’s; null: it is one of applications’ own repositories.',
        }),
        versions: z
          .array(
            z.strictObject({
              namespace: z.string(),
              application: z.string(),
              number: count,
              name: z.string().nullable(),
              commit: z.string(),
            }),
          )
          .meta({
            description: `The announced versions of the commit, or that were built of it: the first ${VERSIONS_ANSWERED}.`,
          }),
        ...complianceFields,
      })
      .meta({ id: 'CommitCompliance' }),
  },
  useCase: commitComplianceUseCase,
  handle: async ({ services, session, path, query }) => {
    const asked = { commit: path['sha'] ?? '', by: query.by }
    const { commit, changes, versions, ...compliance } = await commitComplianceUseCase.invoke(
      services,
      session,
      asked,
    )
    const named = versions.slice(0, VERSIONS_ANSWERED).map((version) => {
      const { namespace, application, number, name, commit } = version
      return { namespace, application, number, name, commit }
    })
    return jsonResponse({ commit, changes, versions: named, ...answered(compliance, query) })
  },
})
