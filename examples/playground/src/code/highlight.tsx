import { Fragment } from 'react'

const tokens =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('(?:\\.|[^'\\])*'|"[^"]*")|\b(import|from|export|const|await|async|function|return|undefined|true|false)\b|(<\/?[A-Za-z][\w-]*|\/?>(?!=)|=>)|\b(\d[\d_.]*n?)\b/g
const kinds = ['comment', 'text', 'word', 'tag', 'number'] as const

/** Code with its words in colour. */
export function Highlight({ code }: { readonly code: string }) {
  const parts: { readonly text: string; readonly kind?: (typeof kinds)[number] }[] = []
  let end = 0
  for (const match of code.matchAll(tokens)) {
    if (match.index > end) parts.push({ text: code.slice(end, match.index) })
    const kind = kinds.find((_, at) => match[at + 1] !== undefined)
    parts.push({ text: match[0], ...(kind && { kind }) })
    end = match.index + match[0].length
  }
  parts.push({ text: code.slice(end) })
  return parts.map(({ text, kind }, at) =>
    kind ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word of a code has no name but its place.
      <span key={at} data-word={kind}>
        {text}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={at}>{text}</Fragment>
    ),
  )
}
