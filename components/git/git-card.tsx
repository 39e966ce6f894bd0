import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { webAddresses } from '#lib/domain/addresses/web-address.ts'

/** Where somebody looks for it in Git. */
export type GitPlace = {
  readonly address: string
  /** Null: on several. */
  readonly branch: string | null
  readonly tokenOf: 'berth' | 'git-host' | 'nobody'
}

/** How to look at it in Git: by cloning the repository, or on the host's pages, where these are known. */
export function GitCard({
  place: { address, branch, tokenOf },
  path,
  commit,
}: {
  place: GitPlace
  /** Of the file, or of files as Git matches them; absent: it is about a commit. */
  path?: string
  commit?: string
}) {
  const web = webAddresses(address)
  const isOneFile = path !== undefined && !path.includes('*')
  return (
    <Card title="In Git" note="what clusters pull">
      <div className="space-y-3">
        <Facts
          facts={[
            ['Repository', <Copied key="address" text={address} href={web?.repository} />],
            ...(branch === null
              ? []
              : [['Branch', <Copied key="branch" text={branch} />] as const]),
            ...(path === undefined
              ? []
              : [
                  [
                    isOneFile ? 'File' : 'Files',
                    <Copied
                      key="path"
                      text={path}
                      href={isOneFile && branch !== null ? web?.file(branch, path) : undefined}
                    />,
                  ] as const,
                ]),
            ...(commit === undefined
              ? []
              : [
                  [
                    'Commit',
                    <Copied key="commit" text={commit} href={web?.commit(commit)} />,
                  ] as const,
                ]),
          ]}
        />
        <CodeBlock label="To look at it" code={commandsOf(address, branch, path, commit)} />
        {tokenOf === 'berth' && (
          <p className="text-xs text-muted">
            Git asks for a password: a token of Berth, with any name of a user.
          </p>
        )}
      </div>
    </Card>
  )
}

function commandsOf(
  address: string,
  branch: string | null,
  path: string | undefined,
  commit: string | undefined,
): string {
  const folder = address
    .split('/')
    .at(-1)!
    .replace(/\.git$/, '')
  const clone = branch === null ? `git clone ${address}` : `git clone --branch ${branch} ${address}`
  if (path !== undefined) return `${clone}\ngit -C ${folder} log --patch -- '${path}'`
  return commit === undefined ? clone : `${clone}\ngit -C ${folder} show --stat ${commit}`
}

function Copied({ text, href }: { text: string; href?: string | undefined }): ReactNode {
  return (
    <span className="-my-1 flex items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={text} />
      {href !== undefined && (
        <a
          href={href}
          rel="noreferrer"
          aria-label={`Open ${text} at its host`}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </span>
  )
}
