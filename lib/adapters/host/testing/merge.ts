// Merges as Git hosts do them, in a bare repository and for real.
import { type GitOutcome, requireGit, runGit } from '../../git/run-git.ts'

export const MERGE_METHODS = ['merge', 'squash', 'rebase', 'fast-forward'] as const
export type MergeMethod = (typeof MERGE_METHODS)[number]

export type Merging = {
  readonly base: string
  readonly head: string
  readonly method: MergeMethod
  readonly message: string
  readonly by: string
}

/** The commit that the base branch comes to; null: the branches conflict, or can't be merged by this method. */
export async function mergedCommit(directory: string, merging: Merging): Promise<string | null> {
  switch (merging.method) {
    case 'merge':
      return joined(directory, merging, [merging.base, merging.head])
    case 'squash':
      return joined(directory, merging, [merging.base])
    case 'rebase':
      return rebased(directory, merging)
    case 'fast-forward':
      return (await isAncestor(directory, merging.base, merging.head)) ? merging.head : null
  }
}

export async function isAncestor(
  directory: string,
  older: string,
  newer: string,
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', older, newer]
  return (await run(directory, args)).exitCode === 0
}

export async function gitText(
  directory: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input: string = '',
): Promise<string> {
  const run = { directory, args, environment, input: [Buffer.from(input)], timeoutMs: 60_000 }
  return (await requireGit(run)).toString().trim()
}

/** The environment in which git writes a person's commits. */
export function personOf(name: string): Readonly<Record<string, string>> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  }
}

async function run(directory: string, args: readonly string[]): Promise<GitOutcome> {
  return runGit({ directory, args, timeoutMs: 60_000 })
}

async function joined(
  directory: string,
  { base, head, message, by }: Merging,
  parents: readonly string[],
): Promise<string | null> {
  const tree = await mergedTree(directory, base, head)
  if (tree === null) return null
  return commit(directory, tree, parents, message, personOf(by))
}

/** Each commit of the head once more on the base, but for those that change nothing there. */
async function rebased(directory: string, { base, head, by }: Merging): Promise<string | null> {
  const listed = ['rev-list', '--reverse', '--no-merges', head, `^${base}`]
  let tip = base
  for (const each of linesOf(await gitText(directory, listed))) {
    // What it changes is what lies between its parent and itself: so the parent has to be where both sides part.
    const side = await commit(directory, `${tip}^{tree}`, [`${each}^`], 'side', personOf(by))
    const tree = await mergedTree(directory, side, each)
    if (tree === null) return null
    if (tree === (await gitText(directory, ['rev-parse', `${tip}^{tree}`]))) continue
    const [author = '', email = '', ...message] = linesOf(
      await gitText(directory, ['show', '--no-patch', '--format=%an%n%ae%n%B', each]),
    )
    tip = await commit(directory, tree, [tip], message.join('\n'), {
      ...personOf(by),
      GIT_AUTHOR_NAME: author,
      GIT_AUTHOR_EMAIL: email,
    })
  }
  return tip
}

/** https://git-scm.com/docs/git-merge-tree; null: there are conflicts. */
async function mergedTree(directory: string, ours: string, theirs: string): Promise<string | null> {
  const { exitCode, stdout } = await run(directory, ['merge-tree', '--write-tree', ours, theirs])
  return exitCode === 0 ? stdout.toString().trim() : null
}

async function commit(
  directory: string,
  treeish: string,
  parents: readonly string[],
  message: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const tree = await gitText(directory, ['rev-parse', treeish])
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-']
  return gitText(directory, args, environment, message)
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
