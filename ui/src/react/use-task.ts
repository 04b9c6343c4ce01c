import { useCallback, useEffect, useRef, useState } from 'react'

export interface TaskState {
  readonly busy: boolean
  /** What the last run threw, until the next one starts. */
  readonly error: unknown
}
const idle: TaskState = { busy: false, error: undefined }

/**
 * One thing at a time that a person starts: `const [{ busy, error }, save, cancel] = useTask((signal, name: string) => service.save(name, signal))`.
 *
 * Starting while it runs does nothing, so that a double click is one click. Its signal is aborted by `cancel` and when the component goes; what comes after
 * that is dropped. A failure stands in `error`: show it.
 */
export function useTask<Args extends readonly unknown[]>(
  run: (signal: AbortSignal, ...args: Args) => unknown,
): readonly [state: TaskState, start: (...args: Args) => void, cancel: () => void] {
  const [state, setState] = useState(idle)
  const running = useRef<AbortController | undefined>(undefined)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })

  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = undefined
    setState(idle)
  }, [])
  const start = useCallback((...args: Args) => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    const end = (error: unknown) => {
      if (controller.signal.aborted) return
      running.current = undefined
      setState({ busy: false, error })
    }
    setState({ busy: true, error: undefined })
    // In a promise, so that what throws at once is caught too.
    new Promise(resolve => resolve(latest.current(controller.signal, ...args))).then(() => end(undefined), end)
  }, [])
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = undefined
    },
    [],
  )
  return [state, start, cancel]
}
