// What a team's repositories can have created on a cluster, for each value of the cluster's confinement.
import { describe, expect, it } from 'vitest'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { configQuestions } from './testing/config-questions.ts'
import {
  confinedFleet,
  generatedDocuments,
  installedDocuments,
  wrongAnswers,
} from './testing/confinement-fleet.ts'
import { objectsIn } from './testing/parse-tree.ts'
import { policyQuestions } from './testing/policy-questions.ts'
import { rightsQuestions } from './testing/rights-questions.ts'
import { HOOKS, madeBeyond, sourceQuestions } from './testing/source-questions.ts'

describe.each(CONFINEMENTS)('a cluster with the confinement %s', (confinement) => {
  const fleet = { ...confinedFleet, confinement }
  const objects = objectsIn(installedDocuments(generatedDocuments(fleet)), 'argocd')
  it('has made of a team’s repositories what it should in each state of Argo CD, by each hook', () => {
    expect(wrongAnswers(objects, sourceQuestions(fleet, HOOKS))).toEqual([])
  })
  it('gives each account what it should, and nothing else', () => {
    expect(wrongAnswers(objects, rightsQuestions(fleet))).toEqual([])
  })
  it('lets the root write the projects of Berth, and no others', () => {
    expect(wrongAnswers(objects, policyQuestions(fleet))).toEqual([])
  })
  it('lets the root write what tells a team’s application something, and no other ConfigMap', () => {
    expect(wrongAnswers(objects, configQuestions(fleet))).toEqual([])
  })
})

describe('a cluster whose Argo CD is in another namespace', () => {
  it.each(['gitops', 'openshift-gitops'])('is held to the same: %s', (argocdNamespace) => {
    const settings = { ...confinedFleet.settings, argocdNamespace }
    const fleet = { ...confinedFleet, settings }
    const objects = objectsIn(installedDocuments(generatedDocuments(fleet)), argocdNamespace)
    const asked = [sourceQuestions, rightsQuestions, policyQuestions, configQuestions]
    expect(asked.flatMap((ask) => wrongAnswers(objects, ask(fleet)))).toEqual([])
  })
})

describe('a team, by what its repositories hold', () => {
  it.each([
    // confinement | setting | role | expected
    ['account', 'on', 'narrowed', 'nothing'],
    ['account', 'off', 'narrowed', 'nothing'],
    ['account', 'on', 'stock', 'nothing'],
    ['account', 'off', 'stock', 'something'],
    ['impersonation', 'on', 'stock', 'nothing'],
    ['impersonation', 'off', 'stock', 'something'],
    ['project', 'off', 'stock', 'something'],
  ] as const)(
    'with the confinement %s, the setting %s and the role %s has made beyond its own: %s',
    (confinement, setting, role, expected) => {
      const fleet = { ...confinedFleet, confinement }
      const objects = objectsIn(installedDocuments(generatedDocuments(fleet)), 'argocd')
      const made = madeBeyond(objects, fleet, { setting, role })
      expect(made.length > 0 ? 'something' : 'nothing').toBe(expected)
    },
  )
})
