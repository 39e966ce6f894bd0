// What an application is told on a cluster, as a ConfigMap in the namespace of its team.
import type { Application } from '#lib/domain/objects/objects.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { APPLICATION_LABEL, TEAM_LABEL } from './argocd.ts'

/** The file of what an application is told. It names no cluster: the bytes are the same wherever it is told the same. */
export function configText({ team, name }: Application, { values }: Told): string {
  const metadata = {
    name: `${name}-config`,
    namespace: team,
    labels: { [APPLICATION_LABEL]: name, [TEAM_LABEL]: team },
  }
  const data = { 'values.yaml': yamlText([values]) }
  return yamlText([{ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }])
}
