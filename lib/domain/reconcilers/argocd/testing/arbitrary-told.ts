// Random documents that applications are told, with texts that mean something to readers of YAML, to Argo CD or to Helm.
import * as fc from 'fast-check'
import type { Packaging } from '#lib/domain/objects/application/packaging.ts'
import { type Told, toldOf } from '#lib/domain/values/told.ts'
import { readValues, type Values } from '#lib/domain/values/values.ts'

const HAZARDS = [
  'on',
  'No',
  'y',
  '~',
  'null',
  '1e3',
  '0x1f',
  '0o7',
  '1_000',
  '.inf',
  '12:30',
  '2026-01-01',
  '',
  ' a ',
  '- a',
  'a: b',
  '{a: 1}',
  '*a',
  '&a',
  '!a',
  '%a',
  '# a',
  '<<',
  '=',
  '007',
  'a\n',
  'a\nb\n',
  ' a\nb\n',
  'a\n\n',
  '\ta',
  '---\nkind: ClusterRoleBinding\n',
  '...\n',
  '+argocd:skip-file-rendering',
  'a\n+argocd:skip-file-rendering\n',
  '${{ a }}',
  '{{ a }}',
  '$ARGOCD_APP_NAME',
  'é',
  '\u{1f600}',
  '\u2028',
  '\u0085',
  '\ufeff',
]

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HAZARDS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
)

const values = fc.letrec<{ value: unknown; map: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((n) => n || 0),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('map'),
  ),
  map: fc.dictionary(text, tie('value'), { maxKeys: 3 }),
}))

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,5}$/)

/** What an application can be told: never nothing. */
export const told: fc.Arbitrary<Told> = inNormalForm(
  fc.dictionary(key, values.value, { minKeys: 1, maxKeys: 4 }),
).map(toldOf)

/** A chart in a directory, with values of its own, beside or under those that it is told. */
export const packaging: fc.Arbitrary<Packaging | null> = fc.option(
  fc.record({
    type: fc.constant('git' as const),
    render: fc.constant('helm' as const),
    releaseName: fc.constant(null),
    values: inNormalForm(
      fc.dictionary(fc.constantFrom('app', 'mode', 'a/b'), values.value, { maxKeys: 3 }),
    ),
    configUnder: fc.constantFrom(null, '', '/app', '/app/config', '/mode', '/a~1b/c'),
  }),
  { nil: null },
)

function inNormalForm(sent: fc.Arbitrary<object>): fc.Arbitrary<Values> {
  return sent
    .map((object) => readValues(object, []))
    .filter((read) => read.ok)
    .map((read) => read.value)
}
