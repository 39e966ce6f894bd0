// The kinds of object that people describe. Everything else in Berth is computed from them.
import { alertRuleKind } from './alert-rule/alert-rule-kind.ts'
import { applicationKind } from './application/application-kind.ts'
import { clusterKind } from './cluster/cluster-kind.ts'
import { clusterTypeKind } from './cluster-type/cluster-type-kind.ts'
import { configKind } from './config/config-kind.ts'
import { configSchemaKind } from './config-schema/config-schema-kind.ts'
import { environmentKind } from './environment/environment-kind.ts'
import { freezeKind } from './freeze/freeze-kind.ts'
import { guardRuleKind } from './guard-rule/guard-rule-kind.ts'
import { registrationTokenKind } from './registration-token/registration-token-kind.ts'
import { savedReportKind } from './saved-report/saved-report-kind.ts'
import { schedulerKind } from './scheduler/scheduler-kind.ts'
import { silenceKind } from './silence/silence-kind.ts'
import { subscriptionKind } from './subscription/subscription-kind.ts'
import { metricSourceKind } from './metric-source/metric-source-kind.ts'
import { targetPolicyKind } from './target-policy/target-policy-kind.ts'
import { teamKind } from './team/team-kind.ts'

/** In the order of every list of kinds. */
export const kindList = {
  team: teamKind,
  cluster: clusterKind,
  'cluster-type': clusterTypeKind,
  'registration-token': registrationTokenKind,
  application: applicationKind,
  'target-policy': targetPolicyKind,
  config: configKind,
  'config-schema': configSchemaKind,
  scheduler: schedulerKind,
  environment: environmentKind,
  freeze: freezeKind,
  'guard-rule': guardRuleKind,
  'alert-rule': alertRuleKind,
  silence: silenceKind,
  subscription: subscriptionKind,
  'saved-report': savedReportKind,
  'metric-source': metricSourceKind,
} as const
