// What filters and sorts the lists that reports can be made of: the parameters of their addresses.
import { z } from 'zod'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { SILENCE_FILTERS } from './silence-filter.ts'
import { OUTCOMES } from '#lib/domain/observed/outcome.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { ALERT_PHASES } from './alert-phases.ts'
import { ordersOf } from './orders.ts'
import {
  changeNumber,
  commit,
  duration,
  flag,
  instant,
  order,
  placedObject,
  searched,
  selector,
  text,
  word,
  words,
} from './parameters.ts'

const pairParameters = {
  namespace: text("The owning team's name."),
  application: text('The application by name.'),
  cluster: text('The cluster by name.'),
}

const rangeParameters = {
  from: instant('From this instant on.'),
  to: instant('Before this instant.'),
}

/** The past is asked by the labels at the end of its range. */
const labelParameters = {
  clusterSelector: selector('A label selector over the clusters.'),
  appSelector: selector('A label selector over the applications.'),
  environment: text('The environment of the clusters.'),
}

export const placementParameters = z.object({
  sort: order(['name'], 'name'),
  q: searched(),
  labelSelector: selector('A label selector over the clusters.'),
  ...labelParameters,
  ...pairParameters,
  policy: text('Only what this policy gives.'),
  target: text('Only what has the target of this name.'),
  withoutTarget: flag('Only what has no target.'),
  state: words(STATES, 'The state in which placements are.'),
  stateFor: duration('Only those that are in their state for so long at least, such as 15m.'),
  revision: commit('Only those that run this commit, as their clusters last said.'),
  freshness: words(FRESHNESSES, 'How lately the clusters were heard of.'),
  placed: word(
    ['true', 'false'],
    'Whether they are placed, or only there still; without it and with `state`, both.',
  ),
  silence: word(SILENCE_FILTERS, 'Whether a planned silence holds for the clusters.'),
})

export const deploymentParameters = z.object({
  sort: order(['from'], '-from'),
  q: searched('Part of the team, application, cluster or version.'),
  ...pairParameters,
  ...labelParameters,
  outcome: words(
    OUTCOMES,
    'What became of them; with begun and from, or with a change, an application or a cluster.',
  ),
  change: changeNumber('Only what this change began or ended.'),
  actor: text('Who made the change that began them, by the whole name.'),
  ...rangeParameters,
  begun: flag(
    'Only what began in that time, or by that change, and not all that was there then or that it ended.',
  ),
})

/** `kinds` are those of objects. */
export const changeParameters = <const Kind extends string>(kinds: readonly Kind[]) =>
  z.object({
    sort: order(['at'], '-at'),
    q: searched("Part of the reason, the action or the actor's name."),
    actor: text('Who made them: their id, or part of the name or e-mail.'),
    kind: word(kinds, 'The kind of object that they edited.'),
    name: text('The name of an object that they edited.'),
    namespace: text('The team that owns an object that they edited.'),
    object: placedObject('What they edited, or moved placements of'),
    reason: word(['given', 'none'], 'Whether somebody gave a reason.'),
    environment: text('The environment of clusters on which they moved placements.'),
    ...rangeParameters,
  })

export const auditParameters = z.object({
  q: searched(
    "Part of the action, the object, the actor's name or the code; or a whole address, request id or token id.",
  ),
  ...rangeParameters,
  actor: text('Who: their id, or part of the name.'),
  action: text('What was asked for, such as `teams.create`, or `teams` for all of it.'),
  result: word(['accepted', 'refused'], 'Whether it was done.'),
  object: text('Part of what it was on, such as `application/ieb/app1`.'),
  change: changeNumber('Only what made this change.'),
})

export const alertParameters = z.object({
  state: word(ALERT_PHASES, 'Whether they are over.'),
  rule: text('The alert rule by name.'),
  namespace: text('The team whose rule it is.'),
})

/** Of the objects of a kind. */
export const objectParameters = z.object({
  sort: ordersOf(['name', 'since'], [], 'name'),
  q: searched(),
})

/** Of a kind with labels. */
export const labelledParameters = objectParameters.extend({
  sort: ordersOf(['name', 'since'], ['label'], 'name'),
  labelSelector: selector('A label selector as kubectl writes it.'),
})

export const applicationParameters = labelledParameters.extend({
  sort: ordersOf(['name', 'since', 'namespace'], ['label'], 'name'),
  namespace: pairParameters.namespace,
})

export const policyParameters = objectParameters.extend({
  sort: ordersOf(['name', 'since', 'namespace', 'effect'], [], 'name'),
  namespace: text('The team that owns it.'),
  effect: word(['include', 'exclude'], 'What it does with what it selects.'),
})

export const configParameters = objectParameters.extend({
  sort: ordersOf(['name', 'since', 'namespace'], [], 'name'),
  namespace: text('The team that owns it.'),
  key: text('Only those that say something of this key at the top of what applications are told.'),
  suspended: word(['true', 'false'], 'Whether it is suspended.'),
})

export const freezeParameters = objectParameters.extend({
  environment: text('Only those in whose scope this environment is.'),
})

export const clusterParameters = labelledParameters.extend({
  sort: ordersOf(['name', 'since', 'environment'], ['label'], 'name'),
  type: text(
    'Only those of the cluster type of this name; `default` includes those that name none.',
  ),
  freshness: words(FRESHNESSES, 'How lately it was heard of.'),
  silence: word(SILENCE_FILTERS, 'Whether a planned silence holds for it.'),
})
