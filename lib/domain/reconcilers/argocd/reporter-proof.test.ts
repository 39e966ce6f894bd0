import { expect, it } from 'vitest'
import { NARROW_ROLE, STOCK_ROLE } from './controller-role.ts'
import { CLUSTER_FILES, printed } from './testing/reported-cluster.ts'
import {
  describeReporter,
  isList,
  isProof,
  problem,
  taken,
  wellTaken,
} from './testing/reported-to.ts'

const settingsOf = (data?: Record<string, string>) => ({ configmap: printed({ data }) })
const ON = 'application.sync.impersonation.enabled'
const ENFORCED = 'application.sync.impersonation.enforced'

/** The narrow role and one rule more. */
const rules = (more: object) => ({ rules: [...Object(NARROW_ROLE)['rules'], more] })
const accounts = { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] }

const project = (name: string, spec: object) => ({ metadata: { name }, spec })

describeReporter('what the reporter says to prove confinement', (berth) => {
  const confinementOf = async (files: Partial<typeof CLUSTER_FILES>) => {
    berth.folder.show({ ...CLUSTER_FILES, ...files })
    berth.asked = []
    await berth.run(1)
    const [proof] = berth.asked.filter(isProof)
    return proof && JSON.parse(proof.body).reconciler.confinement
  }

  it('is a part of a report that names no application, and is sent once until it changes', async () => {
    berth.answer = (one) => {
      if (berth.asked.length > 4)
        berth.folder.show({ ...CLUSTER_FILES, ...settingsOf({ [ON]: 'false' }) })
      return wellTaken(one)
    }
    await berth.run(6)
    const proofs = berth.asked.filter(isProof).map(({ body }) => JSON.parse(body))
    expect(proofs).toHaveLength(2)
    expect(proofs[0]).toEqual({
      apiVersion: 'berth.dev/v1',
      kind: 'Report',
      at: expect.stringMatching(/Z$/),
      complete: false,
      reconciler: {
        kind: 'argocd',
        confinement: {
          enabled: true,
          enforced: true,
          controllerRole: 'narrow',
          projectsWithout: [],
        },
      },
      items: [],
    })
    expect(proofs[1].reconciler.confinement.enabled).toBe(false)
    expect(berth.asked.filter(isProof)[0]?.headers).not.toHaveProperty('berth-report-digest')
  })

  it.each([
    [undefined, { enabled: false, enforced: true }],
    [{}, { enabled: false, enforced: true }],
    [{ [ON]: 'true' }, { enabled: true, enforced: true }],
    [{ [ON]: 'false' }, { enabled: false, enforced: true }],
    [
      { [ON]: 'true', [ENFORCED]: 'true' },
      { enabled: true, enforced: true },
    ],
    [
      { [ON]: 'true', [ENFORCED]: 'false' },
      { enabled: true, enforced: false },
    ],
  ])('says of the settings %j: %j', async (data, expected) => {
    expect(await confinementOf(settingsOf(data))).toMatchObject(expected)
  })

  it.each([
    ['as Berth narrows it', NARROW_ROLE, 'narrow'],
    ['as Argo CD comes', STOCK_ROLE, 'stock'],
    ['with no rights', { rules: null }, 'narrow'],
    ['that works as one more account', rules({ ...accounts, resourceNames: ['x'] }), 'narrow'],
    ['that works as any account', rules(accounts), 'stock'],
    [
      'that writes what is not Argo CD’s',
      rules({ apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] }),
      'stock',
    ],
    [
      'that makes Applications',
      rules({ apiGroups: ['argoproj.io'], resources: ['applications'], verbs: ['create'] }),
      'stock',
    ],
    [
      'that writes all of a group',
      rules({ apiGroups: ['argoproj.io'], resources: ['*'], verbs: ['update'] }),
      'stock',
    ],
    [
      'that writes events and more',
      rules({ apiGroups: [''], resources: ['events', 'pods'], verbs: ['create'] }),
      'stock',
    ],
  ] as const)('says of the controller’s role %s: %s', async (_, role, expected) => {
    const clusterrole = printed(role)
    expect(await confinementOf({ clusterrole })).toMatchObject({ controllerRole: expected })
  })

  it('says nothing of the controller’s role where it has another name', async () => {
    expect(await confinementOf({ clusterrole: '' })).toMatchObject({ controllerRole: null })
  })

  it('names the projects without accounts that an Application is in', async () => {
    const destinationServiceAccounts = [{ namespace: '*', defaultServiceAccount: 'x' }]
    const projects = printed({
      items: [
        project('payments', {}),
        project('berth', { destinationServiceAccounts }),
        project('default', {}),
      ],
    })
    expect(await confinementOf({ 'appprojects.argoproj.io': projects })).toMatchObject({
      projectsWithout: ['payments'],
    })
  })

  it.each(['configmap', 'clusterrole', 'appprojects.argoproj.io'] as const)(
    'is said to be unknown where the %s can’t be read, and the list is sent all the same',
    async (what) => {
      expect(await confinementOf({ [what]: undefined })).toBeNull()
      expect(berth.asked.filter(isList)).toHaveLength(1)
    },
  )

  it.each([400, 422])(
    'doesn’t keep the list from Berth where it is refused: %i',
    async (status) => {
      berth.answer = (one) => (isProof(one) ? problem(status, 'report_invalid') : taken())
      await berth.run(2)
      expect([berth.asked.filter(isProof).length, berth.asked.filter(isList).length]).toEqual([
        1, 1,
      ])
    },
  )
})
