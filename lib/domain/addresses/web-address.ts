// Where what a Git host keeps is read in a browser.
import { hostAndPortOf, readAddress, SSH_HOSTS } from './repo-url.ts'

/** Addresses of pages. */
export type WebAddresses = {
  readonly repository: string
  readonly commit: (id: string) => string
  readonly file: (branch: string, path: string) => string
}

/**
 * The pages of a repository on GitHub, GitLab, Azure DevOps or Gitea, by the host's name: `github.com` and those that begin
 * with `github.`, and so on. Null: the host's pages aren't known.
 */
export function webAddresses(repoUrl: string): WebAddresses | null {
  const address = readAddress(repoUrl)
  if (address === null) return null
  const [host = '', port] = hostAndPortOf(address).toLowerCase().split(':')
  const name = SSH_HOSTS.get(host) ?? host
  const layout = LAYOUTS.find(({ hosts }) => hosts.test(name))
  if (layout === undefined) return null
  const isWeb = address.scheme === 'https' && port !== undefined
  const path = address.path.replace(/\.git$/, '').replace(AZURE_SSH, '/$1/_git/$2')
  const repository = `https://${name}${isWeb ? `:${port}` : ''}${path}`
  return { repository, ...layout.pages(repository) }
}

const AZURE_SSH = /^\/v3\/([^/]+\/[^/]+)\/([^/]+)$/

const steps = (text: string) => text.split('/').map(encodeURIComponent).join('/')

const LAYOUTS: readonly {
  readonly hosts: RegExp
  readonly pages: (repository: string) => Omit<WebAddresses, 'repository'>
}[] = [
  {
    // https://docs.github.com/en/repositories/working-with-files/using-files/getting-permanent-links-to-files
    hosts: /^github\./,
    pages: (repository) => ({
      commit: (id) => `${repository}/commit/${id}`,
      file: (branch, path) => `${repository}/blob/${steps(branch)}/${steps(path)}`,
    }),
  },
  {
    hosts: /^gitlab\./,
    pages: (repository) => ({
      commit: (id) => `${repository}/-/commit/${id}`,
      file: (branch, path) => `${repository}/-/blob/${steps(branch)}/${steps(path)}`,
    }),
  },
  {
    hosts: /^dev\.azure\.com$/,
    pages: (repository) => ({
      commit: (id) => `${repository}/commit/${id}`,
      file: (branch, path) =>
        `${repository}?${new URLSearchParams({ path: `/${path}`, version: `GB${branch}` })}`,
    }),
  },
  {
    hosts: /^(?:gitea\..*|codeberg\.org)$/,
    pages: (repository) => ({
      commit: (id) => `${repository}/commit/${id}`,
      file: (branch, path) => `${repository}/src/branch/${steps(branch)}/${steps(path)}`,
    }),
  },
]
