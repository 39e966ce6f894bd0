// Placements: what is wanted where, and what really runs there.
import { placementParameters } from '#lib/domain/lists/list-parameters.ts'
import { listPlacementsUseCase, type Placement } from '#lib/usecases/placements/list.ts'
import { clustersIn } from './environment.ts'
import { byParameter, defineList, PAIRS_EXPORTED, type RowForms } from './list.ts'
import { pairFields, pairLabels } from './pair-facets.ts'
import { pairStatusJson } from './pair-status-json.ts'
import { pairPosition } from './positions.ts'

export const placementList = defineList({
  parameters: placementParameters,
  facets: {
    fields: {
      state: inState,
      ...pairFields,
      target: byParameter('target'),
      freshness: byParameter('freshness'),
    },
    lacking: { target: { withoutTarget: 'true' } },
    labels: pairLabels('labelSelector'),
  },
  position: pairPosition,
  useCase: listPlacementsUseCase,
  input: (query, window) => {
    const {
      sort,
      q,
      labelSelector,
      clusterSelector,
      environment,
      state,
      stateFor,
      placed,
      withoutTarget,
      ...filter
    } = query
    return {
      ...window,
      filter: {
        ...filter,
        clusterSelector: clustersIn(environment, [labelSelector, clusterSelector]),
        states: state,
        stateForS: stateFor,
        text: q,
        placed: placed && placed === 'true',
        withoutTarget: withoutTarget || null,
        descending: sort.descending,
      },
    }
  },
})

/** A state alone would also ask for what is there without being placed. */
function inState(
  state: string,
  { state: asked, placed = 'true' }: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return asked === undefined ? { state, placed } : { state }
}

export const placementRows: RowForms<Placement> = {
  exportRows: PAIRS_EXPORTED,
  json: placementJson,
  columns: {
    namespace: ({ namespace }) => namespace,
    application: ({ application }) => application,
    cluster: ({ cluster }) => cluster,
    policies: ({ policies }) => policies.join(' '),
    target: ({ target }) => target,
    since: ({ since }) => since,
    change: ({ change }) => change,
    released: ({ released }) => released,
    version: ({ version }) => version?.number,
    version_name: ({ version }) => version?.name,
    held_until: ({ heldUntil }) => heldUntil,
    blocked_by: ({ blocked }) => blocked?.map(({ text }) => text).join('; '),
    state: ({ state }) => state,
    state_since: ({ stateSince }) => stateSince,
    freshness: ({ freshness }) => freshness,
    planned_silence_until: ({ planned }) => planned?.until,
    wanted_revision: ({ wanted }) => wanted?.revision,
    wanted_change: ({ wanted }) => wanted?.change,
    wanted_at: ({ wanted }) => wanted?.at,
    wanted_by: ({ wanted }) => wanted?.actor,
    wanted_reason: ({ wanted }) => wanted?.reason,
    published_commit: ({ published }) => published?.commit,
    published_at: ({ published }) => published?.at,
    pull_request: ({ pullRequest }) => pullRequest?.number,
    pulled_commit: ({ pulled }) => pulled?.commit,
    pulled_change: ({ pulled }) => pulled?.change,
    pulled_at: ({ pulled }) => pulled?.at,
    revision: ({ observed }) => observed?.revision,
    sync: ({ observed }) => observed?.sync,
    health: ({ observed }) => observed?.health,
    phase: ({ observed }) => observed?.phase,
    message: ({ observed }) => observed?.message,
    observed_at: ({ observed }) => observed?.at,
    images: ({ observed }) => observed?.images.join(' '),
  },
  labels: {
    label: ({ labels }) => labels.label,
    app_label: ({ labels }) => labels.app_label,
  },
}

function placementJson(placement: Placement) {
  const { namespace, application, cluster, policies, target } = placement
  const { since, change, released, version, heldUntil, blocked } = placement
  const named = {
    namespace,
    application,
    cluster,
    policies,
    target,
    since: since?.toISOString() ?? null,
    change,
    released,
    version,
    held_until: heldUntil?.toISOString() ?? null,
    blocked_by: blocked,
  }
  return { ...named, ...pairStatusJson(placement) }
}
