import { FolderClock, FolderX } from 'lucide-react'
import { Banner } from '#components/ui/banner.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { clusterBranchesUseCase } from '#lib/usecases/clusters/branches.ts'
import { ClearButton } from './clear-button.tsx'

/** Folders that a cluster left on other branches. They stay until the cluster or an admin says that nothing reads them. */
export async function LeftBehindNotice({ cluster }: { cluster: string }) {
  const folders = await read(clusterBranchesUseCase, { ref: { name: cluster } })
  const left = folders.filter(({ isCurrent }) => !isCurrent)
  if (left.length === 0) return null
  const refusal = await whyNotWrite({ kind: 'tenant' })
  return left.map(({ branch, since }) => (
    <Banner
      key={branch}
      tone="warn"
      icon={FolderClock}
      actions={
        <Guarded icon={FolderX} label="Clear" refusal={refusal}>
          <ClearButton cluster={cluster} branch={branch} />
        </Guarded>
      }
    >
      The cluster left the branch <Chip>{branch}</Chip> <Ago at={since} />. As the cluster may still
      read it, its folder stays there until the cluster reports that it pulls from its new branch,
      or until {refusal === null ? 'you clear it' : 'an admin clears it'}.
    </Banner>
  ))
}
