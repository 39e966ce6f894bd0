// What the manifests say of the installation, the same for every object of a tenant.

export type RepositorySettings = {
  /** The installation of Berth that writes the repository. */
  readonly installation: string
  readonly tenant: string
  /** The repository as clusters pull it: the exact text goes into Argo CD's project, root and credential. */
  readonly pullUrl: string
  /** The Kubernetes namespace of Argo CD on every cluster. */
  readonly argocdNamespace: string
}
