import { CornerDownRight } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { applicationLook } from './application-look.ts'
import type { TreeNode } from './dependency-tree.ts'
import {
  applicationTitle,
  type DependencyEdge,
  dependenciesHref,
  type NeededApplication,
  standingText,
} from './dependency-words.ts'

/** Applications with what is asked of them, and beneath each what follows it. */
export function DependencyList({
  nodes,
  label,
  say,
}: {
  nodes: readonly TreeNode[]
  label: string
  /** What is said of the edge that leads to each. */
  say: (edge: DependencyEdge) => string | null
}) {
  return (
    <ul aria-label={label} className="space-y-2">
      {nodes.map((node) => (
        <li key={`${node.place} ${node.edge.on}`}>
          <Line node={node} asked={say(node.edge)} />
          {node.children.length > 0 && (
            <div className="mt-2 ml-[7px] border-l pl-4">
              <DependencyList
                nodes={node.children}
                say={say}
                label={`${label}, through ${applicationTitle(node.application)}`}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({
  node: { application, isRepeated },
  asked,
}: {
  node: TreeNode
  asked: string | null
}) {
  const { icon: Icon } = applicationLook(application)
  const href = dependenciesHref(application)
  const title = applicationTitle(application)
  return (
    <div className="flex items-start gap-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <p className="flex min-w-0 flex-wrap gap-x-2 gap-y-0.5">
        <span className="min-w-0 wrap-anywhere">
          {href === null ? title : <TextLink href={href}>{title}</TextLink>}
        </span>
        {asked !== null && <span className="text-muted">{asked}</span>}
        <Standing application={application} />
        {isRepeated && (
          <span className="inline-flex items-center gap-1 text-xs text-muted">
            <CornerDownRight aria-hidden className="size-3.5" />
            as above
          </span>
        )}
      </p>
    </div>
  )
}

/** How far it has come, where that says more than that it is there. */
function Standing({ application }: { application: NeededApplication }) {
  const text = standingText(application)
  if (text === null || !applicationLook(application).isTroubled) return null
  return (
    <span className={classNames('font-medium', application.missing ? 'text-bad' : 'text-warn')}>
      {text}
    </span>
  )
}
