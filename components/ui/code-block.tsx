import { CopyButton } from './copy-button.tsx'

/** A command or a file to copy. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="flex items-start rounded-md border bg-sunken">
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-96 min-w-0 flex-1 overflow-auto rounded-md px-3 py-2"
      >
        <pre className="font-mono text-xs leading-5">
          <code>{code}</code>
        </pre>
      </section>
      <div className="p-1">
        <CopyButton text={code} label={label} />
      </div>
    </div>
  )
}
