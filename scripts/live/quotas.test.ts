// A real API server accepts every quota that Berth accepts; otherwise it would stop the team's manifests.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { quotaIssues } from '#lib/domain/objects/team/quota-issues.ts'
import { quotaManifests } from '#lib/domain/reconcilers/argocd/quota-manifests.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { type ApiServer, startApiServer } from './api-server.ts'

const NAMES = [
  ...['cpu', 'memory', 'storage', 'ephemeral-storage'].flatMap((name) => [
    name,
    `requests.${name}`,
    `limits.${name}`,
  ]),
  ...'pods services services.loadbalancers services.nodeports secrets configmaps'.split(' '),
  ...'replicationcontrollers resourcequotas persistentvolumeclaims count/ count/pods'.split(' '),
  ...'hugepages-2Mi requests.hugepages-1Gi limits.hugepages-2Mi hugepages-3Mi'.split(' '),
  ...'count/deployments.apps requests.nvidia.com/gpu example.com/x kubernetes.io/x'.split(' '),
  ...'gold.storageclass.storage.k8s.io/requests.storage requests.cpu/x'.split(' '),
]
const SUFFIXES = 'n u m k K M G T P E Ki Mi Gi Ti Pi Ei mi e e3 E-2 e12 e+1'.split(' ')

const digits = fc.stringMatching(/^[0-9]{1,7}$/)
const written = fc
  .tuple(
    fc.constantFrom('', '', '+', '-', '0'),
    digits,
    fc.oneof(
      fc.constantFrom('', '.'),
      digits.map((text) => `.${text}`),
    ),
    fc.constantFrom('', ...SUFFIXES),
  )
  .map((parts) => parts.join(''))
const amount = fc.oneof(written, digits, fc.stringMatching(/^[0-9.+eEmkKMGin-]{1,8}$/))
const quota = fc
  .dictionary(fc.constantFrom(...NAMES), amount, { minKeys: 1, maxKeys: 4 })
  .map((hard) => new Map(Object.entries(hard)))
  .filter((hard) => quotaIssues(hard).length === 0)

describe('a quota that Berth takes', () => {
  let server: ApiServer
  beforeAll(async () => {
    server = await startApiServer()
  })
  afterAll(() => server.stop())

  async function refusalOf(object: { kind?: string }): Promise<string | null> {
    const path = `/api/v1/namespaces/default/${object.kind?.toLowerCase()}s`
    const flags = 'dryRun=All&fieldValidation=Strict'
    const { status, body } = await server.ask({
      method: 'POST',
      path: `${path}?${flags}`,
      body: object,
    })
    return status === 201 ? null : String(body['message'])
  }

  it('is taken by Kubernetes, with the limits that come with it', async () => {
    await fc.assert(
      fc.asyncProperty(quota, async (hard) => {
        const documents = parseAllDocuments(yamlText(quotaManifests('default', hard)))
        for (const document of documents) {
          expect(await refusalOf('toJS' in document ? document.toJS() : {})).toBeNull()
        }
      }),
      { numRuns: 1000 },
    )
  })
})
