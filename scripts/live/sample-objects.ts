// Objects of Kubernetes' own kinds with the minimum that an API server accepts, so that only a policy can refuse them.
import { type ApiObject, groupOf } from '#lib/domain/reconcilers/argocd/testing/api-objects.ts'

const labels = { app: 'x' }
const pod = { containers: [{ name: 'x', image: 'x' }] }
const template = { metadata: { labels }, spec: pod }
const workload = { selector: { matchLabels: labels }, template }
const job = { template: { spec: { ...pod, restartPolicy: 'Never' } } }
const service = { name: 'x', port: { number: 80 } }
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const roleRef = { kind: 'ClusterRole', name: 'view' }

const FIELDS: Readonly<Record<string, object>> = {
  '/ConfigMap': {},
  '/Secret': {},
  '/ServiceAccount': {},
  '/Service': { spec: { ports: [{ port: 80 }] } },
  '/PersistentVolumeClaim': { spec: claim },
  '/Pod': { spec: pod },
  '/ReplicationController': { spec: { selector: labels, template } },
  '/Endpoints': {},
  '/LimitRange': { spec: { limits: [] } },
  '/Namespace': {},
  '/Node': {},
  '/ResourceQuota': { spec: {} },
  'apps/DaemonSet': { spec: workload },
  'apps/Deployment': { spec: workload },
  'apps/ReplicaSet': { spec: workload },
  'apps/StatefulSet': { spec: { ...workload, serviceName: 'x' } },
  'autoscaling/HorizontalPodAutoscaler': {
    spec: {
      maxReplicas: 1,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' },
    },
  },
  'batch/CronJob': { spec: { schedule: '* * * * *', jobTemplate: { spec: job } } },
  'batch/Job': { spec: job },
  'coordination.k8s.io/Lease': {},
  'networking.k8s.io/Ingress': { spec: { defaultBackend: { service } } },
  'networking.k8s.io/NetworkPolicy': { spec: { podSelector: {} } },
  'policy/PodDisruptionBudget': { spec: {} },
  'rbac.authorization.k8s.io/Role': {},
  'rbac.authorization.k8s.io/RoleBinding': { roleRef },
  'rbac.authorization.k8s.io/ClusterRole': {},
  'rbac.authorization.k8s.io/ClusterRoleBinding': { roleRef },
}

/** The object with what its kind requires; null for kinds that don't exist on a cluster with only Argo CD. */
export function acceptable(object: ApiObject): ApiObject | null {
  const fields = FIELDS[`${groupOf(object)}/${object.kind}`]
  return fields === undefined ? null : { ...fields, ...object }
}
