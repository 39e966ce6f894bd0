import { describe, expect, it } from 'vitest'
import { quotaManifests } from './quota-manifests.ts'

const limitsOf = (hard: Record<string, string>) =>
  quotaManifests('payments', new Map(Object.entries(hard))).slice(1)

const given = (container: object) => [
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'berth', namespace: 'payments' },
    spec: { limits: [{ type: 'Container', ...container }] },
  },
]
const map = (entries: Record<string, string>) => new Map(Object.entries(entries))

describe('a container that says nothing under a quota', () => {
  it.each([
    [{ pods: '10' }],
    [{ 'requests.storage': '10Gi', 'count/jobs.batch': '5' }],
    [{ 'requests.ephemeral-storage': '1Gi' }],
  ])('needs nothing where neither processors nor memory are counted: %j', (hard) => {
    expect(limitsOf(hard)).toEqual([])
  })

  it.each([
    [{ cpu: '10' }, { cpu: '100m' }],
    [
      { 'requests.cpu': '10', 'requests.memory': '64Gi' },
      { cpu: '100m', memory: '128Mi' },
    ],
    [{ 'requests.cpu': '50m' }, { cpu: '50m' }],
    [{ cpu: '0.05', 'requests.cpu': '10' }, { cpu: '0.05' }],
    [{ memory: '1e8' }, { memory: '1e8' }],
    [{ memory: '134217729' }, { memory: '128Mi' }],
    [{ memory: '0' }, { memory: '0' }],
    [{ memory: '100k' }, { memory: '100k' }],
  ])('asks for a little of what is counted, and has no limit: %j gives %j', (hard, requests) => {
    expect(limitsOf(hard)).toEqual(given({ defaultRequest: map(requests) }))
  })

  it.each([
    // hard | limits | requests
    [{ 'limits.cpu': '10' }, { cpu: '500m' }, { cpu: '100m' }],
    [{ 'limits.memory': '64Mi' }, { memory: '64Mi' }, { memory: '64Mi' }],
    [
      { 'limits.cpu': '10', 'requests.memory': '1Gi' },
      { cpu: '500m' },
      { cpu: '100m', memory: '128Mi' },
    ],
    [{ 'limits.cpu': '200m', 'requests.cpu': '300m' }, { cpu: '200m' }, { cpu: '100m' }],
  ])(
    'has a limit where limits are counted: %j gives %j and asks for %j',
    (hard, limits, requests) => {
      expect(limitsOf(hard)).toEqual(given({ default: map(limits), defaultRequest: map(requests) }))
    },
  )
})
