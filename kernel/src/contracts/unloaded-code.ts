/** Code of this page that did not arrive: its file is gone from the server, or the connection was lost. */
import { message } from './text.js'

export const unloadedMessage = /* @__PURE__ */ message('shell.unloaded', 'This part could not be loaded. Check your connection.')

/** Whether these are the words in which Chromium, Firefox, Safari, webpack or Turbopack say that `import()` failed. */
export const saysUnloaded = (words: string): boolean =>
  /dynamically imported module|importing a module script failed|loading (?:css )?chunk [^ ]+ failed|failed to load chunk/i.test(words)
