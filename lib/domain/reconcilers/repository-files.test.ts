import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOwned, repositoryFiles } from './repository-files.ts'
import { settings } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'

const owner = { ...settings, generation: null }

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

describe('the files at the top', () => {
  it('depend on the installation and tenant alone, so that all branches have the same', () => {
    const elsewhere = {
      ...owner,
      pullUrl: 'https://other.example.com',
      argocdNamespace: 'gitops',
    }
    expect(repositoryFiles(elsewhere)).toEqual(repositoryFiles(owner))
    expect([...repositoryFiles(owner).keys()]).toEqual(['.berth/owned', 'README.md'])
  })
})

describe('readOwned', () => {
  it('reads back whose tree it is, whatever the names', () => {
    const text = fc.string({ unit: 'binary' })
    const generation = fc.option(text)
    fc.assert(
      fc.property(text, text, generation, (installation, tenant, generation) => {
        const said = { installation, tenant, generation }
        expect(readOwned(repositoryFiles(said).get('.berth/owned') ?? '')).toEqual(said)
      }),
      { numRuns },
    )
  })

  it.each([
    '',
    'x',
    'null',
    '[]',
    '{}',
    '"installation"',
    '{"installation":"a"}',
    '{"tenant":"a"}',
    '{"installation":"a","tenant":1}',
    '{"installation":null,"tenant":"a"}',
    '{"installation":"a","tenant":"b","generation":1}',
    '{"__proto__":{"installation":"a","tenant":"b"}}',
    '[["installation","a"],["tenant","b"]]',
    '{"installation":"a","tenant":"b"} x',
    '<<<<<<< HEAD\n{"installation":"a","tenant":"b"}',
    '['.repeat(100_000),
  ])('is null for what is no such file: %.60s', (text) => {
    expect(readOwned(text)).toBeNull()
  })

  it('passes over what a later version may add', () => {
    expect(readOwned('{"installation":"a","tenant":"b","since":1}')).toEqual({
      installation: 'a',
      tenant: 'b',
      generation: null,
    })
  })
})
