/** A sentence from the server, with code between backticks. */
export function Sentence({ children }: { children: string }) {
  const parts = children.split('`').map((text, index) => ({ text, index, isCode: index % 2 === 1 }))
  return (
    <span className="min-w-0 break-words">
      {parts.map(({ text, index, isCode }) =>
        isCode ? (
          <code key={index} className="font-mono text-[0.95em]">
            {text}
          </code>
        ) : (
          text
        ),
      )}
    </span>
  )
}
