// An object of the demo, as `/apply` takes it.
export type DemoDocument = {
  readonly apiVersion: 'berth.dev/v1'
  readonly kind:
    | 'Team'
    | 'Cluster'
    | 'ClusterType'
    | 'Application'
    | 'TargetPolicy'
    | 'Config'
    | 'ConfigSchema'
    | 'GuardRule'
    | 'Environment'
    | 'Freeze'
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly spec: Readonly<Record<string, unknown>>
}

export function document(
  kind: DemoDocument['kind'],
  metadata: DemoDocument['metadata'],
  spec: DemoDocument['spec'],
): DemoDocument {
  return { apiVersion: 'berth.dev/v1', kind, metadata, spec }
}
