// What teams keep in their repositories, small: a chart that shows what Helm was given, a kustomization that an overlay
// changes, and plain manifests in a folder of a folder.
import type { Files } from './files.ts'

export const CHART = 'web'
export const CHART_VERSION = '1.2.3'

/** A ConfigMap that says what Helm was given, and what each value is to it. */
export const chart = (version: string): Files => ({
  'Chart.yaml': `apiVersion: v2\nname: ${CHART}\nversion: ${version}\nappVersion: "7"\n`,
  'values.yaml': 'replicas: 1\ngreeting: hello\nnested: {kept: true}\n',
  'templates/given.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-given
  namespace: {{ .Release.Namespace }}
data:
  chart: {{ .Chart.Version | quote }}
  release: {{ .Release.Name | quote }}
  values: {{ .Values | toJson | quote }}
  kinds: |
    {{- range $name, $value := .Values }}
    {{ $name }}: {{ kindOf $value }}
    {{- end }}
`,
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: web, image: "example.com/web:1"}]}
`,
})

export const kustomization: Files = {
  'base/kustomization.yaml': 'resources: [deployment.yaml]\n',
  'base/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "example.com/web:1"}]}
`,
  'overlays/prod/kustomization.yaml': `resources: [../../base]
namePrefix: prod-
patches:
  - target: {kind: Deployment, name: web}
    patch: |-
      - op: replace
        path: /spec/replicas
        value: 3
`,
}

const configMap = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {is: here}\n`

export const nested: Files = {
  'top.yaml': configMap('top'),
  'sub/deep.yaml': configMap('deep'),
}
