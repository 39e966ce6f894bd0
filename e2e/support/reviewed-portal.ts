// A portal whose repository is at a stand-in for a Git host, where people merge and close pull requests.
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { startStandInHost, type StandInHost } from '#lib/adapters/host/testing/stand-in-host.ts'
import { openSite, type OwnSite } from './test.ts'

const TOKEN = 'token-of-pull-requests'

export type ReviewedPortal = { readonly site: OwnSite; readonly host: StandInHost }

/** The repository is a directory that the host serves, so that clusters pull it from the host. Each environment is a branch. */
export async function openReviewedPortal(
  browser: Browser,
): Promise<ReviewedPortal & { close: () => Promise<void> }> {
  const scratch = await scratchDirectory()
  const directory = path.join(scratch.directory, 'served.git')
  const served = await openObjectStore(directory, 'main')
  const host = await startStandInHost('github', directory, TOKEN)
  const site = await openSite(browser, ['--empty'], {
    GITOPS_BRANCH: '{environment}',
    GITOPS_REPO_URL: directory,
    GITOPS_PULL_URL: 'https://git.example.com/ieb/gitops.git',
    GITOPS_PULL_REQUEST_HOST: host.host,
    GITOPS_PULL_REQUEST_API_URL: host.repository.api,
    GITOPS_PULL_REQUEST_TOKEN: TOKEN,
  })
  return {
    site,
    host,
    close: async () => {
      await site.close()
      await host.close()
      served.close()
      await scratch.remove()
    },
  }
}
