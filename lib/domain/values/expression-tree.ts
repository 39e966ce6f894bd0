// The tree of an expression: https://github.com/google/cel-spec/blob/v0.24.0/doc/langdef.md
import type { ASTNode } from '@marcbachmann/cel-js'

export type Tree = ASTNode

/** The objects that expressions read. */
export type Subject = 'cluster' | 'application'

/** What is right below a node. */
export function childrenOf(node: Tree): readonly Tree[] {
  switch (node.op) {
    case 'value':
    case 'id':
      return []
    case '.':
    case '.?':
      return [node.args[0]]
    case '!_':
    case '-_':
      return [node.args]
    case 'call':
      return node.args[1]
    case 'rcall':
      return [node.args[1], ...node.args[2]]
    case 'map':
      return node.args.flat()
    default:
      return node.args
  }
}

/** The text in quotes that a node is, or null. */
export function textOf(node: Tree): string | null {
  return node.op === 'value' && typeof node.args === 'string' ? node.args : null
}

/** What a node takes from another one by a name that it states, as `a.b` or `a["b"]`. */
export function memberOf(node: Tree): { readonly of: Tree; readonly name: string } | null {
  switch (node.op) {
    case '.':
    case '.?':
      return { of: node.args[0], name: node.args[1] }
    case '[]':
    case '[?]': {
      const name = textOf(node.args[1])
      return name === null ? null : { of: node.args[0], name }
    }
    default:
      return null
  }
}

/** The object that a node is, or null. */
export function subjectOf(node: Tree): Subject | null {
  const name = node.op === 'id' ? node.args : null
  return name === 'cluster' || name === 'application' ? name : null
}

/** Whose labels a node is, or null. */
export function labelsOwner(node: Tree): Subject | null {
  const member = memberOf(node)
  return member?.name === 'labels' ? subjectOf(member.of) : null
}
