import { None } from '#components/objects/label-chips.tsx'
import { type Dependency, dependencyJson } from '#lib/domain/objects/application/dependency.ts'
import { askedText } from './dependency-words.ts'

/** What an application says that it needs. */
export function NeededList({ dependencies }: { dependencies: readonly Dependency[] }) {
  if (dependencies.length === 0) return <None>Nothing</None>
  return (
    <ul className="space-y-1.5">
      {dependencies.map(dependencyJson).map(({ namespace, application, ...asked }) => (
        <li key={`${namespace}/${application} ${asked.on}`}>
          <span className="block wrap-anywhere">{`${namespace}/${application}`}</span>
          <span className="block text-xs text-muted">{askedText(asked)}</span>
        </li>
      ))}
    </ul>
  )
}
