import type { GitStateJson } from '#lib/schemas/git-state.ts'

type Branch = NonNullable<GitStateJson['comparison']>['branches'][number]

const EFFECTS = ['removed', 'added', 'modified'] as const

/** What happens to each branch, in files, with the names of clusters whose folder is removed. */
export function ComparisonTable({ branches }: { branches: readonly Branch[] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pr-4 font-medium">
              Branch
            </th>
            {EFFECTS.map((effect) => (
              <th key={effect} scope="col" className="py-1 pr-4 text-right font-medium">
                Files {effect}
              </th>
            ))}
            <th scope="col" className="py-1 font-medium">
              Clusters that lose their folder
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {branches.map((branch) => (
            <tr key={branch.branch}>
              <th scope="row" className="py-1.5 pr-4 font-mono text-xs font-normal break-all">
                {branch.branch}
              </th>
              {EFFECTS.map((effect) => (
                <td key={effect} className="py-1.5 pr-4 text-right tabular-nums">
                  {branch[effect].toLocaleString('en')}
                </td>
              ))}
              <td className="py-1.5 break-words">{clustersOf(branch)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function clustersOf({ clusters, clusters_total }: Branch): string {
  if (clusters_total === 0) return 'None'
  const rest = clusters_total - clusters.length
  return rest > 0 ? `${clusters.join(', ')} and ${rest} more` : clusters.join(', ')
}
