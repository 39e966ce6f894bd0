import { labelIssues, labelKeyIssues, labelValueIssues } from '#lib/domain/labels/labels.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { countIssues } from '../count-issues.ts'
import { dnsLabelIssues } from '../names.ts'
import { patternFlaw } from './name-pattern.ts'
import type { RegistrationToken } from './registration-token.ts'

const USES_MAX = 10_000
const PLACEMENTS_MAX = 10_000
const OPEN_LABELS_MAX = 20
/** Fields of the cluster say these. */
const OF_FIELDS = ['name', 'environment']

/**
 * Every issue of a registration token by itself, with the API's field names in the paths: of its own name, and of whatever every
 * cluster that registers with it would get.
 */
export function registrationTokenIssues(token: RegistrationToken): readonly Issue[] {
  const flaw = patternFlaw(token.namePattern)
  const derived = new Map(token.environment === '' ? [] : [['environment', token.environment]])
  return [
    ...dnsLabelIssues(token.name, ['name']),
    ...descriptionIssues(token.description),
    ...(flaw === null ? [] : [{ path: ['name_pattern'], ...flaw }]),
    ...labelValueIssues(token.environment, ['environment'], 'label_value'),
    ...labelIssues(token.labels, ['metadata'], derived),
    ...nameLabelIssues(token),
    ...openLabelIssues(token),
    ...countIssues(token.uses, 'uses', [1, USES_MAX]),
    ...countIssues(token.placementsMax, 'placements_max', [0, PLACEMENTS_MAX]),
  ]
}

/** The label `name` is each cluster's own name, whatever that will be. */
function nameLabelIssues({ labels }: RegistrationToken): readonly Issue[] {
  if (!labels.has('name')) return []
  const reason = 'The label name is the name of the cluster itself.'
  return [{ path: ['metadata', 'name'], code: 'label_contradicts', reason }]
}

function openLabelIssues({ openLabels }: RegistrationToken): readonly Issue[] {
  if (openLabels.length > OPEN_LABELS_MAX) {
    const reason = `At most ${OPEN_LABELS_MAX} are allowed here.`
    return [{ path: ['open_labels'], code: 'too_many', reason }]
  }
  return openLabels.flatMap((key, index) => {
    const path = ['open_labels', index]
    if (!OF_FIELDS.includes(key)) return labelKeyIssues(key, path)
    const reason = `A field of the cluster says the label ${key}.`
    return [{ path, code: 'label_contradicts', reason }]
  })
}
