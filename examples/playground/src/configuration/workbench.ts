import { devtools } from '@portico/kernel/devtools'
import { themeSlice } from '@portico/kernel/shell'
import { textSlice } from '@portico/kernel/text'
import { createPortico, type Portico, textService, themeService } from '@portico/sdk'
import { type Choice, needsNewKernel, titleId } from './choice.js'
import { type OpenStorage, openStorage } from './open-storage.js'
import { pluginLines } from './plugins.js'

/** What runs at present: the choice, and the Portico made of it. A new object after each change. */
export interface Running {
  readonly choice: Choice
  readonly portico: Portico
  readonly storage: OpenStorage
}
export interface Workbench {
  readonly running: Running
  /** Every commit and event, across kernels. */
  readonly log: ReturnType<typeof devtools>
  subscribe(listener: () => void): () => void
  /** Makes a new kernel only where the present one cannot follow. */
  choose(change: Partial<Choice>): void
  /** Starts as for a first visit: empties the storage while no kernel runs. */
  forget(): void
}

/**
 * Keeps one Portico that is always the one of the choice. What a person chooses in the modal itself
 * (mode, language) is followed too.
 */
export function createWorkbench(first: Choice): Workbench {
  const log = devtools({ limit: 400 })
  const listeners = new Set<() => void>()
  const pending = { languages: 0 }

  const make = (choice: Choice): Running => {
    const storage = openStorage(choice.storage)
    const {
      autoConnect,
      allowUnsupportedChain,
      logLevel,
      order,
      title,
      mode,
      variables,
      language,
    } = choice
    const portico = createPortico({
      plugins: pluginLines.flatMap(line => {
        const names = choice.plugins[line.id]
        return names ? [line.make(names)] : []
      }),
      autoConnect,
      allowUnsupportedChain,
      logLevel,
      order,
      theme: { mode, variables },
      language,
      storage: storage.driver,
      devtools: log,
      ...(title && { messages: { [titleId]: title } }),
    })
    return { choice, portico, storage }
  }
  const show = (next: Running) => {
    running = next
    for (const listener of listeners) listener()
  }
  const setLanguage = (portico: Portico, language: string) => {
    pending.languages++
    portico.kernel
      .use(textService)
      .setLanguage(language)
      .catch((error: unknown) => {
        // What a disposed kernel could not load does not matter.
        if (running.portico === portico) portico.kernel.report(error, 'playground')
      })
      .finally(() => {
        pending.languages--
        follow(portico)
      })
  }
  /** While a language loads, the kernel still has the old one, so the choice counts. */
  const follow = (portico: Portico) => {
    if (running.portico !== portico) return
    const { choice } = running
    const { mode } = portico.kernel.state(themeSlice)
    const language = pending.languages ? choice.language : portico.kernel.state(textSlice).language
    if (mode !== choice.mode || language !== choice.language)
      show({ ...running, choice: { ...choice, mode, language } })
  }
  const start = ({ portico, choice }: Running) => {
    void portico.start()
    // After start, before storage answered: the choice in the page's address wins over the stored
    // one of an earlier visit.
    portico.kernel.use(themeService).setMode(choice.mode)
    setLanguage(portico, choice.language)
    portico.kernel.subscribe(() => follow(portico))
  }
  const restart = (choice: Choice, between: () => void = () => undefined) => {
    running.portico.dispose()
    between()
    const next = make(choice)
    show(next)
    start(next)
  }

  let running = make(first)
  start(running)

  return {
    get running() {
      return running
    },
    log,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    choose(change) {
      const { choice: before, portico } = running
      const choice = { ...before, ...change }
      if (needsNewKernel(before, choice)) return restart(choice)
      show({ ...running, choice })
      const dress = portico.kernel.use(themeService)
      if (choice.mode !== before.mode) dress.setMode(choice.mode)
      if (choice.variables !== before.variables) {
        const gone = Object.keys(before.variables).map(name => [name, undefined])
        dress.setVariables({ ...Object.fromEntries(gone), ...choice.variables })
      }
      if (choice.language !== before.language) setLanguage(portico, choice.language)
    },
    forget: () => restart(running.choice, () => running.storage.clear()),
  }
}
