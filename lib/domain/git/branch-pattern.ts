// Which branch a cluster lives on. A branch is a function of the pattern, the number of shards and the cluster alone, so
// a cluster lives on exactly one, and only an edit of the cluster or of the setting can move it.
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { repoBranchIssues } from '#lib/domain/objects/repository.ts'
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { accepted, checked, refused } from '#lib/domain/text/issue.ts'
import { fnv1a } from '#lib/domain/text/fnv1a.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { PROPOSED_REFS } from './pull-request.ts'

type Part = { readonly literal: string } | { readonly placeholder: string }

export type BranchPattern = {
  /** As it was written. */
  readonly text: string
  readonly parts: readonly Part[]
}

/** The placeholder for a number computed from the cluster's name; a label with this key can't be used in a pattern. */
const SHARD = 'shard'
const PLACEHOLDER = /\{([^{}]*)\}/

/**
 * A pattern such as `fleet/{environment}/{shard}`: text, `{shard}`, and the key of any label of a cluster in braces,
 * among them `{name}` and `{environment}`, which follow from its fields.
 *
 * Issues, with an empty path: `branch_pattern_format` for braces that enclose no label key, those of
 * `branchIssues` when the text around the placeholders can't be part of a branch name.
 */
export function parseBranchPattern(text: string): Checked<BranchPattern> {
  const parts = text.split(PLACEHOLDER).map((piece, index) => {
    return index % 2 === 0 ? { literal: piece } : { placeholder: piece }
  })
  const issues = parts.flatMap(partIssues)
  if (issues.length > 0) return refused(issues)
  const example = parts.map((part) => ('literal' in part ? part.literal : 'x')).join('')
  return checked({ text, parts }, branchIssues(example))
}

function partIssues(part: Part): Issue[] {
  if ('literal' in part) {
    if (!/[{}]/.test(part.literal)) return []
    const reason = 'A brace in the branch pattern has no partner.'
    return [{ path: [], code: 'branch_pattern_format', reason }]
  }
  if (labelKeyIssues(part.placeholder, []).length === 0) return []
  const reason = `${quoted(`{${part.placeholder}}`)} in the branch pattern is no label key in braces.`
  return [{ path: [], code: 'branch_pattern_format', reason }]
}

/**
 * The branch of a cluster, without `refs/heads/`. `shards` is a whole number, 1 or more, used only by `{shard}`.
 *
 * Issues, with an empty path: `branch_label_missing` for each label that the pattern names and the cluster lacks, and
 * `branch_format` when the values make no valid branch name: `a..b` and `x.lock` are legal labels.
 */
export function branchOf(
  pattern: BranchPattern,
  shards: number,
  cluster: Cluster,
): Checked<string> {
  const labels = clusterLabels(cluster)
  const valueOf = (key: string) => (key === SHARD ? shardOf(cluster.name, shards) : labels.get(key))
  const missing = pattern.parts.flatMap((part) => {
    if ('literal' in part || valueOf(part.placeholder) !== undefined) return []
    const reason = `The cluster needs the label ${quoted(part.placeholder)}: its branch is ${quoted(pattern.text)}.`
    return [{ path: [], code: 'branch_label_missing', reason }]
  })
  if (missing.length > 0) return refused(missing)
  const branch = pattern.parts
    .map((part) => ('literal' in part ? part.literal : (valueOf(part.placeholder) ?? '')))
    .join('')
  const issues = branchIssues(branch)
  return issues.length === 0 ? accepted(branch) : refused(issues)
}

/**
 * The shard of a name: its 32-bit FNV-1a hash modulo the number of shards, with as many digits as the last shard has,
 * so that 100 shards are `00` to `99`.
 */
export function shardOf(name: string, shards: number): string {
  return String(fnv1a(name) % shards).padStart(String(shards - 1).length, '0')
}

/** The issues of a branch's name, with an empty path. The rule is the same as for applications' branches. */
export function branchIssues(branch: string): readonly Issue[] {
  const reason = `${quoted(branch)} is not a branch name that Git takes.`
  return repoBranchIssues(branch, []).map((issue) => ({ ...issue, reason }))
}

/**
 * `branch_reserved` for a branch, or a pattern of branches, where Berth keeps what it proposes. It says what people may choose,
 * and nothing of names in Git: Berth itself pushes there, and a cluster that is on such a branch already stays on it.
 */
export function reservedBranchIssues(branch: string): readonly Issue[] {
  if (!branch.startsWith(PROPOSED_REFS)) return []
  const reason = `${quoted(branch)} begins with ${PROPOSED_REFS}, where Berth keeps what it proposes in pull requests: choose another branch pattern, or other values of the labels in it.`
  return [{ path: [], code: 'branch_reserved', reason }]
}

/** Whether Git can't hold both branches because one is a folder on the way to the other, as `a` is for `a/b`. */
export function branchesConflict(a: string, b: string): boolean {
  return a.startsWith(`${b}/`) || b.startsWith(`${a}/`)
}
