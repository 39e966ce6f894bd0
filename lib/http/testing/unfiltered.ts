// Queries of lists without any filter, which tests narrow.
import type { PlacementQuery } from '#db/queries/placement-query.ts'
import { everyChange } from '#lib/usecases/changes/read.ts'

export const allChanges = { ...everyChange, object: null, upTo: null, teams: null }

export const allPlacements: PlacementQuery = {
  change: null,
  observedAt: new Date(),
  isPast: false,
  namespace: null,
  application: null,
  cluster: null,
  selectedBy: null,
  clusterSelector: null,
  appSelector: null,
  target: null,
  withoutTarget: null,
  states: null,
  stateForS: null,
  revision: null,
  freshness: null,
  planned: null,
  unreleased: null,
  text: null,
  teams: null,
  descending: false,
}

export const allDeployments = {
  namespace: null,
  application: null,
  cluster: null,
  from: null,
  to: null,
  begun: false,
  clusterSelector: null,
  appSelector: null,
  outcomes: null,
  observed: { observedAt: new Date(), isPast: false },
  change: null,
  actor: null,
  upTo: null,
  teams: null,
  text: null,
  descending: true,
}

export const allEvents = {
  upTo: null,
  from: null,
  to: null,
  actor: null,
  action: null,
  result: null,
  object: null,
  change: null,
  text: null,
}
