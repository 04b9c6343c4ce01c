/** Tells the frame mode and language of the page, at the start and on each change (S7.48). */
import { themeSlice } from '@portico/kernel/shell'
import { textSlice } from '@portico/kernel/text'
import { EmbeddedError } from '../errors.js'
import type { EmbeddedContext } from '../refs.js'
import type { PortClient } from './port-client.js'

/** Ends with `signal`, which aborts when the frame is gone. */
export function syncAppearance(
  context: EmbeddedContext,
  client: PortClient,
  signal: AbortSignal,
): void {
  const report = (error: unknown) => {
    // A frame without a choice of looks still asks, in its own.
    const isOlder = error instanceof EmbeddedError && error.code === 'UNSUPPORTED'
    if (!signal.aborted && !isOlder) context.report(error)
  }
  const sendMode = (mode: 'dark' | 'light' | 'auto'): void =>
    void client
      .request('SYNC_THEME', mode === 'auto' ? {} : { themeMode: mode }, signal)
      .catch(report)
  const sendLanguage = (language: string): void =>
    void client.request('SYNC_DAPP_DATA', { language }, signal).catch(report)
  const ends = [
    context.watch(read => read.state(themeSlice).mode, sendMode),
    context.watch(read => read.state(textSlice).language, sendLanguage),
  ]
  signal.addEventListener('abort', () => {
    for (const end of ends) end()
  })
  sendMode(context.state(themeSlice).mode)
  sendLanguage(context.state(textSlice).language)
}
