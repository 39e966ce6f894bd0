import { GitBranch, Pin } from 'lucide-react'
import { Banner } from '#components/ui/banner.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CommitChip } from '#components/ui/commit-chip.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { Application } from '#lib/domain/objects/objects.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { entityTag } from '#lib/usecases/changes/drafts.ts'
import type { ApplicationDetails } from '#lib/usecases/objects/details.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { FollowButton } from './follow-button.tsx'

/** That a roll back pinned the application to a commit, and the way back to its branch. */
export async function PinNotice({ details }: { details: ApplicationDetails }) {
  const { object: application, pin, change } = details
  if (pin === null) return null
  const refusal = await whyNotWrite(resourceOf(application))
  return (
    <Banner
      tone="warn"
      icon={Pin}
      actions={
        <Guarded icon={GitBranch} label={`Follow ${pin.follows} again`} refusal={refusal}>
          <FollowButton
            body={followingBody(application, pin.follows)}
            application={{ namespace: application.team, name: application.name }}
            etag={entityTag(change)}
            branch={pin.follows}
          />
        </Guarded>
      }
    >
      Pinned to <CommitChip commit={pin.commit} /> by the roll back{' '}
      <TextLink href={pagePaths.change(pin.change)}>#{pin.change}</TextLink> of {pin.actor},{' '}
      <Ago at={pin.at} />: it no longer follows <Chip>{pin.follows}</Chip>, and gets nothing new
      from there.
    </Banner>
  )
}

function followingBody(application: Application, branch: string) {
  return { ...objectJson(application), repo_branch: branch }
}
