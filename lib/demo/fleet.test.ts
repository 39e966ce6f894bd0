import { describe, expect, it } from 'vitest'
import type { DemoDocument } from './document.ts'
import { demoFleet, DEMO_SIZE } from './fleet.ts'

function named(documents: readonly DemoDocument[], name: string) {
  return documents.find(({ metadata }) => metadata.name === name)
}

describe('the demo fleet', () => {
  const fleet = demoFleet(DEMO_SIZE)

  it('has 60 clusters in 6 regions, 3 environments and 3 types, 25 applications and 4 teams', () => {
    expect(fleet.clusters).toHaveLength(60)
    expect(new Set(fleet.clusters.map(({ metadata }) => metadata.labels?.['region'])).size).toBe(6)
    expect(new Set(fleet.clusters.map(({ spec }) => spec['environment'])).size).toBe(3)
    const types = Map.groupBy(fleet.clusters, ({ spec }) => spec['type'])
    expect([...types].map(([type, those]) => [type, those.length])).toEqual([
      [undefined, 40],
      ['hub', 12],
      ['remote', 8],
    ])
    expect(fleet.applications).toHaveLength(25)
    expect(fleet.teams).toHaveLength(4)
  })

  it('holds the source documents’ own examples', () => {
    expect(named(fleet.clusters, 'east-nsw-newcastle-01')).toMatchObject({
      metadata: { labels: { region: 'east', gpu: 'true', edge: 'true', country: 'Australia' } },
      spec: { shortName: 'cluster1', environment: 'non-prod' },
    })
    expect(named(fleet.applications, 'app1')).toMatchObject({
      metadata: { namespace: 'ieb', labels: { common: 'true', gpu: 'false' } },
      spec: { repo_branch: 'master', repo_path: 'manifest/app1' },
    })
    expect(named(fleet.policies, 'app1_to_east')).toMatchObject({
      spec: { app_selector: { common: 'true' }, cluster_selector: { region: 'east' } },
    })
  })

  it('has a chart with values at two sizes, a kustomization, a directory with subfolders, and an artifact by its digest', () => {
    const sources = fleet.applications.flatMap(({ metadata, spec }) =>
      spec['source'] === undefined ? [] : [[metadata.name, spec['source']]],
    )
    expect(Object.fromEntries(sources)).toMatchObject({
      'model-cache': { type: 'helm', chart: 'stream-cache', values: { replicas: 3 } },
      replay: { type: 'helm', chart: 'stream-cache', values: { replicas: 1 } },
      'printer-spool': { type: 'git', render: 'kustomize' },
      refunds: { type: 'git', render: 'directory' },
      'door-access': { type: 'oci', digest: expect.stringContaining('sha256:') },
    })
    expect(sources).toHaveLength(5)
  })

  it('names every object once, also in a large fleet', () => {
    const large = demoFleet({ clusters: 3000, applications: 500 })
    const clusters = large.clusters.map(({ metadata }) => metadata.name)
    const applications = large.applications.map(
      ({ metadata }) => `${metadata.namespace}/${metadata.name}`,
    )
    expect(new Set(clusters).size).toBe(3000)
    expect(new Set(applications).size).toBe(500)
  })

  it('is always the same for the same numbers', () => {
    expect(demoFleet(DEMO_SIZE)).toEqual(fleet)
  })
})
