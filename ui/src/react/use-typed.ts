import { useEffect, useRef, useState } from 'react'

/** What stands in a field: the keystroke at once, and what the flow makes of it (Max, an erased key, another form) when that comes. */
export function useTyped(value: string, tell: (text: string) => unknown): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  // The flow says back what it was told, later: that is no news, and would take letters away from who types fast.
  const told = useRef<string[]>([])
  useEffect(() => {
    const at = told.current.indexOf(value)
    if (at >= 0) told.current.splice(0, at + 1)
    else setTyped(value)
  }, [value])
  return [
    typed,
    text => {
      told.current.push(text)
      setTyped(text)
      tell(text)
    },
  ]
}
