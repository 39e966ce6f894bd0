import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import type { PlacementFiles } from '#lib/usecases/configuration/files.ts'

/** The files of the placement in Git; nothing where it isn't placed. */
export function FilesCard({
  placement: { placed, branch, files },
  at,
}: {
  placement: PlacementFiles
  at: Date | null
}) {
  if (!placed) return null
  return (
    <Card
      title="Files"
      note={
        <>
          on the branch <Chip>{branch}</Chip>
          {at !== null && ', as they would be written today'}
        </>
      }
    >
      {files.length === 0 ? (
        <p className="text-muted">None: it waits for a release.</p>
      ) : (
        <div className="space-y-2">
          {files.map(({ path, text }) => (
            <details key={path}>
              <summary className="font-mono text-xs wrap-anywhere">{path}</summary>
              <div className="mt-2">
                <CodeBlock code={text} label={path} />
              </div>
            </details>
          ))}
        </div>
      )}
    </Card>
  )
}
