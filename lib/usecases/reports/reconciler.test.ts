import { beforeEach, describe, expect, it } from 'vitest'
import type { ReportedReconciler } from '#lib/domain/observed/reported.ts'
import { readReportUseCase } from './read.ts'
import { createReporting, type Reporting } from './testing/reporting.ts'
import { CLUSTER, commit, itemOf, minute, reportAt, rootAt } from './testing/reports.ts'

let world: Reporting
beforeEach(async () => {
  world = await createReporting()
  await world.publish(commit('1'))
})

const confinement = {
  enabled: true,
  enforced: true,
  controllerRole: 'narrow',
  projectsWithout: [],
} as const

/** A report that says what a cluster's reconciler is, and of no application. */
const told = (at: number, given: Partial<typeof confinement | { enabled: boolean }> = {}) => {
  const reconciler: ReportedReconciler = {
    kind: 'argocd',
    version: null,
    confinement: { ...confinement, ...given },
  }
  return reportAt(at, [], { isComplete: false, reconciler })
}
/** As Argo CD has it: it says its version, and nothing of confinement. */
const list = (at: number) =>
  reportAt(at, [rootAt(commit('1')), itemOf('app1'), itemOf('app2')], {
    reportDigest: 'a',
    reconciler: { kind: 'argocd', version: 'v3.6.0', confinement: null },
  })
const proof = async () => {
  const { confinement } = await readReportUseCase.invoke(world.services, world.session, {
    cluster: CLUSTER,
  })
  return confinement
}

describe('what a cluster says of its reconciler, in a report of its own', () => {
  it('counts before, between and after reports that don’t say it, and changes nothing that they said', async () => {
    world.setClock(9)
    await world.send(told(1))
    expect(await proof()).toBe('proven')
    await world.send(list(2))
    expect(await proof()).toBe('proven')
    await world.send(told(3, { enabled: false }))
    expect(await proof()).toBe('disproved')
    expect(await world.states()).toEqual({ app1: 'healthy', app2: 'healthy' })
    await world.send(told(4))
    await world.sendUnchanged('a', minute(5))
    expect(await proof()).toBe('proven')
  })

  it('is unproven again once it says that it can’t tell, and its version stays known', async () => {
    world.setClock(9)
    await world.send(list(1))
    await world.send(told(2))
    expect(await proof()).toBe('proven')
    const reconciler = { kind: 'argocd', version: null, confinement: null }
    await world.send(reportAt(3, [], { isComplete: false, reconciler }))
    expect(await proof()).toBe('unproven')
    expect((await world.report())?.['reconciler']).toMatchObject({ version: 'v3.6.0' })
  })

  it('is not what it said before something newer was heard', async () => {
    world.setClock(9)
    await world.send(list(2))
    await world.send(told(4))
    await world.send(told(3, { enabled: false }))
    expect(await proof()).toBe('proven')
    await world.send(list(5))
    await world.send(told(3, { enabled: false }))
    expect(await proof()).toBe('proven')
  })
})
