import { message } from './text.js'

/**
 * Code of this page failed to load: its file was removed from the server, or the connection was
 * lost.
 */
export const unloadedMessage = /* @__PURE__ */ message(
  'shell.unloaded',
  'This part could not be loaded.',
)
