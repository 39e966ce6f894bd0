// How each kind of object is read, written and checked.
import { alertRuleCodec } from './alert-rule/alert-rule.ts'
import { alertRuleIssues } from './alert-rule/alert-rule-issues.ts'
import { applicationCodec, applicationLabels } from './application/application.ts'
import { applicationIssues } from './application/application-issues.ts'
import { withKeptSource } from './application/kept-source.ts'
import { clusterCodec, clusterLabels } from './cluster/cluster.ts'
import { clusterIssues } from './cluster/cluster-issues.ts'
import { clusterTypeCodec } from './cluster-type/cluster-type.ts'
import { clusterTypeIssues } from './cluster-type/cluster-type-issues.ts'
import { configCodec } from './config/config.ts'
import { configIssues } from './config/config-issues.ts'
import { configSchemaCodec } from './config-schema/config-schema.ts'
import { configSchemaIssues } from './config-schema/config-schema-issues.ts'
import { environmentCodec } from './environment/environment.ts'
import { environmentIssues } from './environment/environment-issues.ts'
import { freezeCodec } from './freeze/freeze.ts'
import { freezeIssues } from './freeze/freeze-issues.ts'
import { guardRuleCodec } from './guard-rule/guard-rule.ts'
import { guardRuleIssues } from './guard-rule/guard-rule-issues.ts'
import { registrationTokenCodec } from './registration-token/registration-token.ts'
import { registrationTokenIssues } from './registration-token/registration-token-issues.ts'
import { savedReportCodec } from './saved-report/saved-report.ts'
import { savedReportIssues } from './saved-report/saved-report-issues.ts'
import { schedulerCodec } from './scheduler/scheduler.ts'
import { schedulerIssues } from './scheduler/scheduler-issues.ts'
import { silenceCodec } from './silence/silence.ts'
import { silenceIssues } from './silence/silence-issues.ts'
import { subscriptionCodec } from './subscription/subscription.ts'
import { subscriptionIssues } from './subscription/subscription-issues.ts'
import { metricSourceCodec } from './metric-source/metric-source.ts'
import { metricSourceIssues } from './metric-source/metric-source-issues.ts'
import { targetPolicyCodec } from './target-policy/target-policy.ts'
import { targetPolicyIssues } from './target-policy/target-policy-issues.ts'
import { teamCodec } from './team/team.ts'
import { teamIssues } from './team/team-issues.ts'

export const codecList = {
  team: { ...teamCodec, issuesOf: teamIssues },
  cluster: { ...clusterCodec, issuesOf: clusterIssues, labelsOf: clusterLabels },
  'cluster-type': { ...clusterTypeCodec, issuesOf: clusterTypeIssues },
  'registration-token': { ...registrationTokenCodec, issuesOf: registrationTokenIssues },
  application: {
    ...applicationCodec,
    issuesOf: applicationIssues,
    labelsOf: applicationLabels,
    keeping: withKeptSource,
  },
  'target-policy': { ...targetPolicyCodec, issuesOf: targetPolicyIssues },
  config: { ...configCodec, issuesOf: configIssues },
  'config-schema': { ...configSchemaCodec, issuesOf: configSchemaIssues },
  scheduler: { ...schedulerCodec, issuesOf: schedulerIssues },
  environment: { ...environmentCodec, issuesOf: environmentIssues },
  freeze: { ...freezeCodec, issuesOf: freezeIssues },
  'guard-rule': { ...guardRuleCodec, issuesOf: guardRuleIssues },
  'alert-rule': { ...alertRuleCodec, issuesOf: alertRuleIssues },
  silence: { ...silenceCodec, issuesOf: silenceIssues },
  subscription: { ...subscriptionCodec, issuesOf: subscriptionIssues },
  'saved-report': { ...savedReportCodec, issuesOf: savedReportIssues },
  'metric-source': { ...metricSourceCodec, issuesOf: metricSourceIssues },
}
