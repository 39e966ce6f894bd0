// What expressions read of a cluster and an application. Clusters that are the same in it are told the same.
import { compareText } from '#lib/domain/text/compare-text.ts'
import {
  childrenOf,
  labelsOwner,
  memberOf,
  type Subject,
  subjectOf,
  textOf,
  type Tree,
} from './expression-tree.ts'

export type FieldsRead = Readonly<Record<Subject, SubjectRead>>
type SubjectRead = {
  /** Such as `name`, and never `labels`. */
  readonly fields: readonly string[]
  /** The keys of the labels that are read, or that all may be. */
  readonly labels: readonly string[] | 'all'
}

const FIELDS: Readonly<Record<Subject, readonly string[]>> = {
  cluster: ['environment', 'name', 'type'],
  application: ['name', 'team'],
}

/** One read: a field, or one label, or whatever there is. */
export type Read =
  | { readonly of: Subject; readonly field: string }
  | { readonly of: Subject; readonly label: string }
  | { readonly of: Subject; readonly all: 'labels' | 'fields and labels' }

/** All that a tree may read, at least. */
export function readsOf(node: Tree): readonly Read[] {
  const read = readAt(node)
  return read === null ? childrenOf(node).flatMap(readsOf) : [read]
}

function readAt(node: Tree): Read | null {
  const subject = subjectOf(node)
  if (subject !== null) return { of: subject, all: 'fields and labels' }
  const owner = labelsOwner(node)
  if (owner !== null) return { of: owner, all: 'labels' }
  const asked = node.op === 'in' ? askedOf(node.args) : memberOf(node)
  if (asked === null) return null
  const askedOwner = labelsOwner(asked.of)
  if (askedOwner !== null) return { of: askedOwner, label: asked.name }
  const of = subjectOf(asked.of)
  return of === null ? null : { of, field: asked.name }
}

/** `"key" in cluster.labels` */
function askedOf([key, of]: readonly [Tree, Tree]): {
  readonly of: Tree
  readonly name: string
} | null {
  const name = textOf(key)
  return name === null || labelsOwner(of) === null ? null : { of, name }
}

/** Reads together, each once and in order. */
export function summaryOf(reads: readonly Read[]): FieldsRead {
  return { cluster: ofSubject(reads, 'cluster'), application: ofSubject(reads, 'application') }
}

function ofSubject(reads: readonly Read[], subject: Subject): SubjectRead {
  const own = reads.filter(({ of }) => of === subject)
  const isAll = own.some((read) => 'all' in read && read.all === 'fields and labels')
  const fields = own.flatMap((read) => ('field' in read ? [read.field] : []))
  const labels = own.flatMap((read) => ('label' in read ? [read.label] : []))
  return {
    fields: isAll ? FIELDS[subject] : eachOnce(fields),
    labels: own.some((read) => 'all' in read) ? 'all' : eachOnce(labels),
  }
}

function eachOnce(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(compareText)
}
