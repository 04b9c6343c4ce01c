import { useEffect, useState } from 'react'

/** Copies a text, and says for two seconds that it did, or that the browser would not. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  return (
    <button type="button" className="small" data-state={state} onClick={() => void copy()}>
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'The browser refused' : label}
      </span>
    </button>
  )
}
