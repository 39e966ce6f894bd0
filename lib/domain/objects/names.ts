// What an object may be called. Names become Kubernetes names, file names and parts of branches, so their grammar is narrow.
import type { Issue } from '#lib/domain/text/issue.ts'
import { isLabelValue } from '#lib/domain/labels/labels.ts'
import { codePointName, type Flaw, grammarIssues } from '#lib/domain/text/text.ts'

type Path = Issue['path']

/** A team with one of these names would take over a namespace that isn't the team's. `*` stands for any characters. */
const RESERVED_TEAM_NAMES: readonly string[] = [
  'default',
  'argocd',
  'berth',
  'berth-*',
  'kube-*',
  '*-system',
  'openshift-*',
]

/** The issues of a DNS label, as clusters are named: `name_format`, `name_charset`. */
export function dnsLabelIssues(name: string, path: Path): readonly Issue[] {
  return grammarIssues(name, path, dnsLabelFlaw)
}

/** The issues of a DNS label without `--`, as teams and applications are named: `--` joins the two names. */
export function joinableNameIssues(name: string, path: Path): readonly Issue[] {
  return grammarIssues(name, path, joinableNameFlaw)
}

/** The issues of a target policy's name: a DNS label that may also hold `_`. */
export function policyNameIssues(name: string, path: Path): readonly Issue[] {
  return grammarIssues(name, path, policyNameFlaw)
}

/** The issues of an environment's name: a label's value, as clusters have it in their field, and not empty. */
export function environmentNameIssues(name: string, path: Path): readonly Issue[] {
  return grammarIssues(name, path, (text) => {
    if (text !== '' && isLabelValue(text)) return null
    return charsetFlaw(text) ?? formatFlaw('letters, digits, "-", "_" and "."')
  })
}

/**
 * The issues of a new team's name: those of `joinableNameIssues`, and `name_reserved` for a name that no team may have.
 * `reserved` are the installation's own such names, in which `*` stands for any characters.
 */
export function teamNameIssues(name: string, reserved: readonly string[]): readonly Issue[] {
  return grammarIssues(
    name,
    ['name'],
    (text) => joinableNameFlaw(text) ?? reservedFlaw(text, reserved),
  )
}

function dnsLabelFlaw(name: string): Flaw | null {
  if (/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return null
  return charsetFlaw(name) ?? formatFlaw('lower-case letters, digits and "-"')
}

function joinableNameFlaw(name: string): Flaw | null {
  if (!name.includes('--')) return dnsLabelFlaw(name)
  return { code: 'name_format', reason: 'The name of a team or application holds no "--".' }
}

function policyNameFlaw(name: string): Flaw | null {
  if (/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(name)) return null
  return charsetFlaw(name) ?? formatFlaw('lower-case letters, digits, "-" and "_"')
}

function formatFlaw(characters: string): Flaw {
  return {
    code: 'name_format',
    reason: `A name is 1 to 63 ${characters}, with a letter or digit at both ends.`,
  }
}

// Some letters of other scripts look like ASCII, and some characters are invisible, so the reason gives the code point.
function charsetFlaw(name: string): Flaw | null {
  const foreign = /[^\x20-\x7e]/u.exec(name)
  if (foreign === null) return null
  return {
    code: 'name_charset',
    reason: `The name holds ${codePointName(foreign[0])}; names hold ASCII letters and digits alone.`,
  }
}

function reservedFlaw(name: string, reserved: readonly string[]): Flaw | null {
  const pattern = [...RESERVED_TEAM_NAMES, ...reserved].find((pattern) => fits(name, pattern))
  if (pattern === undefined) return null
  return {
    code: 'name_reserved',
    reason: `The name is reserved: no team may be called "${pattern}".`,
  }
}

/** Whether a name matches a pattern, in which `*` stands for any characters. */
function fits(name: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let from = first.length
  for (const part of parts) {
    const found = name.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return name.length - last.length >= from && name.endsWith(last)
}
