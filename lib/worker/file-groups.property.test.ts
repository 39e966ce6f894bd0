import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileGroups } from './file-groups.ts'
import { treeDifference } from './tree-difference.ts'
import { blobMaker, patchOf } from './tree-patch.ts'
import { type ReadTree, updateTree } from './tree-update.ts'
import { upgradeFiles } from './upgrade-files.ts'

const paths = fc.oneof(
  fc.constantFrom('README.md', '.berth/owned'),
  fc
    .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('base', 'teams/t', 'apps/t'))
    .map(([cluster, folder]) => `clusters/${cluster}/${folder}/x.yaml`),
  fc.constantFrom('a', 'b', 'c', 'd').map((cluster) => `bootstrap/${cluster}.yaml`),
)
const files = fc.dictionary(paths, fc.constantFrom('one\n', 'two\n', 'three\n'))

async function treesOf(...versions: readonly Readonly<Record<string, string>>[]) {
  const objects = new Map<string, Uint8Array>()
  const ids: string[] = []
  for (const version of versions) {
    const given = Object.entries({ ...version, kept: 'kept\n' })
    const patch = patchOf(
      given.map(([path, text]) => ({ path, text })),
      blobMaker(),
    )
    const made = await updateTree(async () => null, null, [patch], { whole: false })
    for (const { id, body } of made.objects) objects.set(id, body)
    ids.push(made.tree!)
  }
  const read: ReadTree = async (id) => objects.get(id) ?? null
  return { ids, read }
}

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

describe('the files that differ between two trees', () => {
  it('are as many in groups as one by one, for each effect', async () => {
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const { ids, read } = await treesOf(before, after)
        const groups = await fileGroups(read, ids[0]!, ids[1]!)
        const one = await treeDifference(read, ids[0]!, ids[1]!)
        const shown = await upgradeFiles(groups, async (blob) =>
          new TextDecoder().decode((await read(blob))!),
        )
        for (const effect of ['added', 'removed', 'modified'] as const) {
          const ofEffect = shown.filter((file) => file.effect === effect)
          const sum = ofEffect.reduce((total, each) => total + each.files, 0)
          expect(sum).toBe(one[effect].length)
          for (const { examples } of ofEffect) {
            for (const path of examples) expect(one[effect]).toContain(path)
          }
        }
      }),
      { numRuns },
    )
  })

  it('are compared up to a bound, and all counted', async () => {
    const groups = Array.from({ length: 300 }, (_, index) => ({
      place: 'bootstrap/<cluster>.yaml',
      before: `old ${index}`,
      after: `new ${index}`,
      files: 1,
      examples: [`bootstrap/c${index}.yaml`],
    }))
    let read = 0
    const shown = await upgradeFiles(groups, async (blob) => {
      read++
      return `${blob}\n`
    })
    expect(read).toBe(400)
    expect(shown).toHaveLength(201)
    expect(shown.at(-1)).toMatchObject({ files: 100, patch: null })
  })

  it('are one group where they differ only in the names of their clusters and branches', async () => {
    const groups = ['prod', 'edge-prod'].map((name) => ({
      place: 'bootstrap/<cluster>.yaml',
      before: `name: ${name}\nref: refs/heads/fleet/${name}\n`,
      after: `name: ${name}\nref: refs/heads/fleet/${name}\nnew: true\n`,
      files: 1,
      examples: [`bootstrap/${name}.yaml`],
    }))
    const shown = await upgradeFiles(groups, async (text) => text)
    expect(shown).toMatchObject([
      { files: 2, examples: ['bootstrap/prod.yaml', 'bootstrap/edge-prod.yaml'] },
    ])
    expect(shown[0]?.patch).toContain('+new: true')
  })
})
