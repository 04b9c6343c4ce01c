/**
 * Code of this page that failed to load: its file was removed from the server, or the connection
 * was lost.
 */
import { message } from './text.js'

export const unloadedMessage = /* @__PURE__ */ message(
  'shell.unloaded',
  'This part could not be loaded. Check your connection.',
)

/**
 * True for the message of a failed `import()` in Chromium, Firefox, Safari, webpack or Turbopack.
 */
export const saysUnloaded = (words: string): boolean =>
  /dynamically imported module|importing a module script failed|loading (?:css )?chunk [^ ]+ failed|failed to load chunk/i.test(
    words,
  )
