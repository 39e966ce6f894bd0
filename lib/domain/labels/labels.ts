// Labels: string-to-string maps under the Kubernetes rules. Kept in Maps, so that no key can reach an object's prototype.
import { type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues, quoted } from '#lib/domain/text/text.ts'

export type Labels = ReadonlyMap<string, string>

type Path = Issue['path']

export const LABELS_MAX = 256
export const LABELS_BYTES_MAX = 4096
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/
const SUBDOMAIN_CHARACTERS_MAX = 253

/**
 * Whether a label key is one in Kubernetes: an optional DNS subdomain and `/`, then a name of 1 to 63 characters. Code
 * `label_key`.
 *
 * https://github.com/kubernetes/apimachinery/blob/eed236ce/pkg/api/validate/content/kube.go `IsLabelKey`
 */
export function labelKeyIssues(key: string, path: Path): readonly Issue[] {
  return grammarIssues(key, path, (text) =>
    isLabelKey(text)
      ? null
      : {
          code: 'label_key',
          reason:
            `${quoted(text)} is no label key: a key is 1 to 63 letters, digits, "-", "_" or ".", with a letter or ` +
            'digit at both ends, after an optional lower-case DNS name and "/".',
        },
  )
}

/**
 * Whether a label value is one in Kubernetes: empty, or 1 to 63 characters of the same set as a key's name. `code` names
 * the refusal: `label_value` for a label, another one where the value belongs to a selector.
 *
 * https://github.com/kubernetes/apimachinery/blob/eed236ce/pkg/api/validate/content/kube.go `IsLabelValue`
 */
export function labelValueIssues(
  value: string,
  path: Path,
  code: 'label_value' | 'selector_value',
): readonly Issue[] {
  return grammarIssues(value, path, (text) =>
    isLabelValue(text)
      ? null
      : {
          code,
          reason:
            `${quoted(text)} is no label value: a value is empty, or 1 to 63 letters, digits, "-", "_" or ".", with ` +
            'a letter or digit at both ends.',
        },
  )
}

/** Whether a text can be a label's value: empty, or 1 to 63 characters of the set. */
export function isLabelValue(text: string): boolean {
  return text === '' || NAME.test(text)
}

/**
 * Every issue of an object's own labels: `label_key`, `label_value`, `label_reserved`, `too_many` (over 256 labels, or
 * 4096 bytes of keys and values in all), and `label_contradicts` for one that differs from the label `derived` from a
 * field. Repeating a derived label is fine.
 */
export function labelIssues(labels: Labels, path: Path, derived: Labels): readonly Issue[] {
  const flaw = sizeFlaw(labels)
  if (flaw !== null) return [{ path, ...flaw }]
  return [...labels].flatMap(([key, value]) => {
    const at = [...path, key]
    const keyIssues = labelKeyIssues(key, at)
    return [
      ...(keyIssues.length > 0 ? keyIssues : meaningIssues(key, value, at, derived.get(key))),
      ...labelValueIssues(value, at, 'label_value'),
    ]
  })
}

/** Labels from parsed JSON: an object whose own values are all strings. Anything else is `label_type`. */
export function readLabels(input: unknown, path: Path): Checked<Labels> {
  return readStrings(input, path, 'label_type')
}

/** A string-to-string map from parsed JSON whose entries follow other rules than labels. Anything else is `type`. */
export function readStringMap(input: unknown, path: Path): Checked<ReadonlyMap<string, string>> {
  return readStrings(input, path, 'type')
}

/** Whether parsed JSON is an object: neither null nor an array. */
export function isJsonObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

function isLabelKey(key: string): boolean {
  const [prefix, name, ...rest] = key.includes('/') ? key.split('/') : [null, key]
  if (rest.length > 0 || name === undefined || !NAME.test(name)) return false
  return prefix === null || isSubdomain(prefix)
}

function isSubdomain(text: string): boolean {
  return text.length <= SUBDOMAIN_CHARACTERS_MAX && SUBDOMAIN.test(text)
}

// Keys and values are ASCII, or refused otherwise, so their lengths are their bytes.
function sizeFlaw(labels: Labels): Flaw | null {
  const bytes = [...labels].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  if (labels.size <= LABELS_MAX && bytes <= LABELS_BYTES_MAX) return null
  return {
    code: 'too_many',
    reason:
      `There are ${labels.size} labels of ${bytes} characters in all; at most ${LABELS_MAX} labels of ` +
      `${LABELS_BYTES_MAX} characters in all are allowed.`,
  }
}

function meaningIssues(
  key: string,
  value: string,
  path: Path,
  derived: string | undefined,
): readonly Issue[] {
  if (isReserved(key)) {
    return [{ path, code: 'label_reserved', reason: `The label ${quoted(key)} is reserved.` }]
  }
  if (derived === undefined || derived === value) return []
  return [
    {
      path,
      code: 'label_contradicts',
      reason: `The label ${quoted(key)} follows from the object's own field and is ${quoted(derived)}: leave it out.`,
    },
  ]
}

// Labels that Argo CD, pod security admission and Berth itself act on can't be set by people.
function isReserved(key: string): boolean {
  const prefix = key.includes('/') ? key.slice(0, key.indexOf('/')) : ''
  return (
    prefix.endsWith('argocd.argoproj.io') ||
    prefix === 'pod-security.kubernetes.io' ||
    prefix === 'berth.dev' ||
    prefix.endsWith('.berth.dev')
  )
}

function readStrings(
  input: unknown,
  path: Path,
  code: 'label_type' | 'type',
): Checked<ReadonlyMap<string, string>> {
  if (!isJsonObject(input)) {
    return refused([{ path, code, reason: 'This must be an object whose values are strings.' }])
  }
  const strings = new Map<string, string>()
  const issues: Issue[] = []
  for (const [key, value] of Object.entries(input)) {
    if (typeof value === 'string') strings.set(key, value)
    else issues.push({ path: [...path, key], code, reason: notAString(value) })
  }
  return checked(strings, issues)
}

/** Says that a value must be a string, and how to write it where that is clear. */
export function notAString(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean'
    ? `The value must be a string: write "${value}" in quotes.`
    : 'The value must be a string.'
}
