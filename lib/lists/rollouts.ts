// Rollouts, what happened to each, and its clusters.
import { z } from 'zod'
import { text, word } from '#lib/domain/lists/parameters.ts'
import { ROLLOUT_STATES } from '#lib/domain/rollouts/rollout.ts'
import type { RolloutClusterJson, RolloutEventJson, RolloutRowJson } from '#lib/schemas/rollout.ts'
import {
  listRolloutClustersUseCase,
  listRolloutEventsUseCase,
  listRolloutsUseCase,
} from '#lib/usecases/rollouts/read.ts'
import { defineList, type RowForms } from './list.ts'
import { changePosition, ofParts } from './positions.ts'

export const rolloutList = defineList({
  parameters: z.object({
    namespace: text("The owning team's name."),
    application: text('The application by name.'),
    environment: text('The environment that they go to.'),
    state: word(ROLLOUT_STATES, 'How far they are.'),
    cluster: text('Only those that gave this cluster their version.'),
  }),
  isOfNow: true,
  position: changePosition,
  useCase: listRolloutsUseCase,
  input: (filter, { after, limit }) => ({ filter, after, limit }),
})

export const rolloutRows: RowForms<RolloutRowJson> = {
  json: (rollout) => rollout,
  columns: {
    id: ({ id }) => id,
    namespace: ({ namespace }) => namespace,
    application: ({ application }) => application,
    environment: ({ environment }) => environment,
    version: ({ version }) => version?.number,
    version_name: ({ version }) => version?.name,
    commit: ({ version }) => version?.commit,
    origin: ({ origin }) => origin,
    state: ({ state }) => state,
    cause: ({ cause }) => cause,
    waits_for: (row) => row.waits_for,
    waits_until: (row) => row.waits_until,
    waiting_for: (row) => row.waiting_for.map((reason) => reason.text).join(' '),
    waves_total: (row) => row.waves_total,
    waves_done: (row) => row.waves_done,
    healthy: ({ health }) => health?.ok,
    progressing: ({ health }) => health?.progressing,
    failing: ({ health }) => health?.failing,
    silent: ({ health }) => health?.silent,
    started_at: ({ started_at: at }) => at,
    started_by: ({ started_by: { name } }) => name,
    ended_at: ({ ended_at: at }) => at,
  },
}

export const rolloutEventList = defineList({
  parameters: z.object({}),
  isOfNow: true,
  position: changePosition,
  useCase: listRolloutEventsUseCase,
  input: (_, { after, limit }, path) => ({ id: idOf(path), after, limit }),
})

export const rolloutEventRows: RowForms<RolloutEventJson> = {
  json: (event) => event,
  columns: {
    seq: ({ seq }) => seq,
    at: ({ at }) => at,
    code: ({ code }) => code,
    wave: ({ wave }) => wave,
    actor: ({ actor: { name } }) => name,
    reason: ({ reason }) => reason,
  },
}

export const rolloutClusterList = defineList({
  parameters: z.object({}),
  isOfNow: true,
  position: ofParts({ wave: z.number(), cluster: z.number() }),
  useCase: listRolloutClustersUseCase,
  input: (_, { after, limit }, path) => ({ id: idOf(path), after, limit }),
})

export const rolloutClusterRows: RowForms<RolloutClusterJson> = {
  json: (cluster) => cluster,
  columns: {
    cluster: ({ cluster }) => cluster,
    wave: ({ wave }) => wave,
    state: ({ state }) => state,
    change: ({ change }) => change,
  },
}

/** No rollout has the number 0. */
export function idOf(path: Readonly<Record<string, string>>): number {
  const text = path['id'] ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
}
