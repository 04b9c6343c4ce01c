import { useEffect, useRef, useState } from 'react'

/**
 * The text of an input: shows each keystroke at once, and the value of the controller (Max, a
 * corrected amount) when that differs.
 */
export function useTypedText(
  value: string,
  send: (text: string) => unknown,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(value)
  // Ignores an echo of a value that this input sent, so that fast typing is not overwritten.
  const sent = useRef<string[]>([])
  useEffect(() => {
    const at = sent.current.indexOf(value)
    if (at >= 0) sent.current.splice(0, at + 1)
    else setTyped(value)
  }, [value])
  return [
    typed,
    text => {
      sent.current.push(text)
      setTyped(text)
      send(text)
    },
  ]
}
