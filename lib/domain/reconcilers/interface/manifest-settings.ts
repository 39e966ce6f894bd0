// What the manifests contain about the installation and the tenant, the same for all of a tenant's objects.
import type { ApplicationKinds } from './application-kinds.ts'

export type ManifestSettings = {
  /** The installation of Berth that writes the repository. */
  readonly installation: string
  readonly tenant: string
  /** The repository as clusters pull it: the exact text goes into Argo CD's project, root and credential. */
  readonly pullUrl: string
  /** The Kubernetes namespace of Argo CD on a cluster that names no other. */
  readonly argocdNamespace: string
  /** What teams may bring besides the built-in kinds: the tenant's additions, in their canonical order. */
  readonly applicationKinds: readonly ApplicationKinds[]
  /** What tells Berth how the Applications of a cluster are; null: Berth brings nothing that does. */
  readonly reporter: Reporter | null
}

export type Reporter = {
  /** Of its container: with a shell, kubectl, curl and jq. */
  readonly image: string
  /** The origin at which clusters reach Berth. */
  readonly url: string
}
