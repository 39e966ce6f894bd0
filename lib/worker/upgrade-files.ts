// The files that an upgrade changes, for people to look through: each place once for all clusters where it changes in the
// same way except for names. What is read, compared and stored is bounded, whatever the size of the fleet.
import { createHash } from 'node:crypto'
import { createTwoFilesPatch } from 'diff'
import type { UpgradeFile } from '#lib/domain/reconcilers/interface/upgrade.ts'
import type { FileGroup } from './file-groups.ts'

/** So many groups of one place are compared; the others are only counted. */
const COMPARED_MAX = 200
/** So many files of a branch have a patch; all are counted. */
const PATCHES_MAX = 2_000
const PATCH_CHARACTERS_MAX = 16 * 1024
const EXAMPLES_MAX = 3

type ReadText = (blob: string) => Promise<string>

/** What to show of groups that are ordered by place. */
export async function upgradeFiles(
  groups: readonly FileGroup[],
  readText: ReadText,
): Promise<UpgradeFile[]> {
  const files = new Map<string, UpgradeFile>()
  const compared = new Map<string, number>()
  let patches = 0
  for (const group of groups) {
    const seen = compared.get(group.place) ?? 0
    const isCompared = seen < COMPARED_MAX && patches < PATCHES_MAX
    if (isCompared) compared.set(group.place, seen + 1)
    const texts = isCompared ? await textsOf(group, readText) : null
    const digest = digestOf(group, texts)
    const known = files.get(digest)
    if (known === undefined && texts !== null) patches++
    files.set(digest, known === undefined ? fileOf(group, digest, texts) : joined(known, group))
  }
  return [...files.values()]
}

type Texts = { readonly before: string | null; readonly after: string | null }

async function textsOf({ before, after }: FileGroup, readText: ReadText): Promise<Texts> {
  return {
    before: before === null ? null : await readText(before),
    after: after === null ? null : await readText(after),
  }
}

function digestOf(group: FileGroup, texts: Texts | null): string {
  const shape = [group.place, effectOf(group), texts && withoutNames(group, texts)]
  return createHash('sha256').update(JSON.stringify(shape)).digest('hex')
}

/** The texts without the names of the cluster and the branch, where these are words of their own. */
function withoutNames({ examples: [path = ''] }: FileGroup, { before, after }: Texts) {
  const cluster = /^(?:clusters\/([^/]+)\/|bootstrap\/([^/]+)\.yaml$)/.exec(path)
  const name = cluster?.[1] ?? cluster?.[2]
  const word = new RegExp(
    `refs/heads/\\S+${name ? `|(?<![a-z0-9-])${name}(?![a-z0-9-])` : ''}`,
    'g',
  )
  return [before, after].map((text) => text?.replace(word, '<>') ?? null)
}

function fileOf(group: FileGroup, digest: string, texts: Texts | null): UpgradeFile {
  const { place, files, examples } = group
  const patch = texts && patchOf(examples[0]!, texts)
  return { effect: effectOf(group), place, files, examples, digest, patch }
}

function joined(known: UpgradeFile, { files, examples }: FileGroup): UpgradeFile {
  return {
    ...known,
    files: known.files + files,
    examples: [...known.examples, ...examples].slice(0, EXAMPLES_MAX),
  }
}

function effectOf({ before, after }: FileGroup): UpgradeFile['effect'] {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'modified'
}

function patchOf(path: string, { before, after }: Texts): string | null {
  const patch = createTwoFilesPatch(
    before === null ? '/dev/null' : `a/${path}`,
    after === null ? '/dev/null' : `b/${path}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3 },
  )
  return patch.length > PATCH_CHARACTERS_MAX ? null : patch
}
