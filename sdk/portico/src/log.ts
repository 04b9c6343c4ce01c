/** `error`: what went wrong and was contained. */
export type LogLevel = 'silent' | 'error'

/** Writes contained errors to the console, unless the host wants silence. */
export function logger(level: LogLevel): (error: unknown, plugin: string) => void {
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the console, at the level that the host chose.
  return (error, plugin) => void (level === 'silent' || console.error(`[portico] ${plugin}:`, error))
}
