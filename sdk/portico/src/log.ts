/** `error`: what went wrong and was contained. `warn`: also what works, but not as well as it could. */
export type LogLevel = 'silent' | 'error' | 'warn'

/** Errors that only warn: the app works without what they speak of. */
const warnings: readonly unknown[] = ['CAPABILITY_VERSION', 'STORAGE']

/** Writes contained errors to the console, from the given level on. */
export function logger(level: LogLevel): (error: unknown, plugin: string) => void {
  return (error, plugin) => {
    const severity = warnings.includes((error as { code?: unknown } | undefined)?.code) ? 'warn' : 'error'
    // biome-ignore lint/suspicious/noConsole: the one place that writes to the console, at the level that the host chose.
    if (level === 'warn' || level === severity) console[severity](`[portico] ${plugin}:`, error)
  }
}
