// What lists of pairs of an application and a cluster are counted by.
import { byParameter, type ListFacets } from './list.ts'

export const pairFields: ListFacets['fields'] = {
  team: byParameter('namespace'),
  application: (value) => {
    const [namespace = '', application = ''] = value.split('/')
    return { namespace, application }
  },
  cluster: byParameter('cluster'),
}

/** The labels of clusters, which a parameter of each list takes, and those of applications. */
export function pairLabels(clusterParameter: string): ListFacets['labels'] {
  return {
    label: { kind: 'cluster', parameter: clusterParameter },
    app_label: { kind: 'application', parameter: 'appSelector' },
  }
}
