import { useCallback, useEffect, useRef, useState } from 'react'
import { useKernel } from './kernel-provider.js'

export interface TaskState {
  readonly busy: boolean
  /** The error of the last run, until the next run starts. */
  readonly error: unknown
}
const idle: TaskState = { busy: false, error: undefined }

/**
 * Runs one task at a time that a person starts:
 * `const [{ busy, error }, save, cancel] = useTask((signal, name: string) => service.save(name, signal))`.
 *
 * A start while the task runs does nothing, so that a double click is one click. `cancel` and
 * unmounting abort the signal; a later result is ignored. Show `error`.
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
    // The promise also catches an error that is thrown synchronously.
    new Promise(resolve => resolve(latest.current(controller.signal, ...args))).then(
      () => end(undefined),
      end,
    )
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

/**
 * Returns a function that reports the rejection of a promise under the id of the plugin. For calls
 * whose progress and failure are in a slice.
 */
export function useReportErrors(plugin: string): (call: Promise<unknown>) => void {
  const kernel = useKernel()
  return useCallback(
    call => void call.catch(error => kernel.report(error, plugin)),
    [kernel, plugin],
  )
}
