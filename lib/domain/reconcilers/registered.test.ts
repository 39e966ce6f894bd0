import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { basePath, pathIsOwned, teamPath } from '#lib/domain/git/repository-paths.ts'
import { DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import { anApplication } from '#lib/domain/testing/objects.ts'
import { settings } from './argocd/testing/sample-fleet.ts'
import { RECONCILERS } from './registered.ts'
import { listing } from './testing/listing/reconciler.ts'

const each = [...RECONCILERS, listing].map((reconciler) => [reconciler.name, reconciler] as const)

describe.each(each)('the reconciler %s', (name, { files }) => {
  it('has a name that ends where the slash of a variant begins', () => {
    expect(name).toMatch(/^[a-z]+$/)
  })

  it('declares no file that is no path of Berth’s', () => {
    const { base, team } = files
    const paths = [
      ...[...base.always, ...base.optional].map((file) => basePath('some-cluster', file)),
      ...[...team.always, ...team.optional].map((file) => teamPath('some', 'team', file)),
    ]
    expect(paths.filter((path) => !pathIsOwned(path))).toEqual([])
    expect(paths.length).toBeGreaterThan(1)
  })
})

describe('the registered reconcilers', () => {
  it('find a kustomization in Git by themselves, so that its file doesn’t say that it is one', () => {
    const found = anApplication({ packaging: null })
    const told = anApplication({ packaging: { type: 'git', render: 'kustomize' } })
    for (const { manifests } of RECONCILERS) {
      const { application } = manifests(settings, () => 'main')
      expect(application(told, null, null)).toBe(application(found, null, null))
    }
  })

  it('each have a name of their own', () => {
    const names = RECONCILERS.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  it('have that of the type default among them', () => {
    expect(RECONCILERS.map(({ name }) => name)).toContain(DEFAULT_TYPE.reconciler)
  })

  it('are named by their values: no page and no component spells what people call them', () => {
    const sources = globSync('{app,components}/**/*.{ts,tsx}')
    const spelled = sources.filter((file) => {
      const text = readFileSync(file, 'utf8')
      return RECONCILERS.some(({ title }) => text.includes(title))
    })
    expect(spelled).toEqual([])
  })
})
